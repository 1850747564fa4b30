import type { Served } from "../../kit/serve/handler/served.ts";
import { findConversion } from "../api/derived/find-conversion.ts";
import { isLivePath, ROOTS } from "../api/place-file.ts";

/** What the handler must know of this interface. No dependencies: it also runs in workers. */
export const served: Served = { roots: ROOTS, findConversion, isLivePath };
