import { readFileSync, writeFileSync } from "node:fs";
import { endpoints } from "../../../build/api/registry.ts";
import { sources } from "../../../build/sources/registry.ts";
import { renderReadme } from "./render.ts";

const README = new URL("../../../README.md", import.meta.url);

writeFileSync(README, renderReadme(readFileSync(README, "utf8"), endpoints, sources));
