import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { endpoints } from "../../../build/api/registry.ts";
import { sources } from "../../../build/sources/registry.ts";
import { renderReadme } from "./render.ts";

it("README.md lists every endpoint and counts the exchanges", () => {
  const text = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  expect(text, "README.md is not up to date: run npm run fix").toBe(renderReadme(text, endpoints, sources));
});
