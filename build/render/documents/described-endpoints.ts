import type { Endpoint } from "../../api/endpoint.ts";
import { defineManifest } from "../manifest.ts";
import { defineIndex } from "./api-index.ts";

/** Everything that answers in the form of an endpoint: the registry's, and the two documents made of it. */
export function listDescribed(endpoints: readonly Endpoint[]): Endpoint[] {
  return [...endpoints, defineIndex(endpoints), defineManifest([])];
}
