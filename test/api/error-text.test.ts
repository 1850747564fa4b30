import { expect, it } from "vitest";
import { describeMissing } from "../../build/api/error-body.ts";
import { listErrorTexts } from "../../build/api/errors.ts";
import { endpoints } from "../../build/api/registry.ts";

it("every parameter of a path is called by what it names", () => {
  const names = endpoints.flatMap(({ parameters }) =>
    Object.entries(parameters).flatMap(([name, { in: place }]) => (place === "path" ? [name] : [])),
  );
  expect(names).not.toEqual([]);
  const nouns = new Set(names.map((name) => describeMissing(name, "x")));
  expect([...nouns].sort()).toEqual(['There is no archive "x"', 'There is no coin "x"']);
});

it("the documented example of a missing coin is what the answer says", () => {
  const example = listErrorTexts().find(({ code }) => code === "not_found");
  expect(example?.body.error.message).toBe(describeMissing("symbol", example?.request.split("/").at(-1) ?? ""));
});
