import { expect, it } from "vitest";
import { z } from "zod";
import { checkAnswer } from "../../../build/kit/render/check-answer.ts";

function countChecks() {
  const counts = { checks: 0 };
  const id = z.string().refine((text) => {
    counts.checks += 1;
    return text !== "bad";
  }, "must not be bad");
  return { counts, schema: z.strictObject({ data: z.array(z.strictObject({ id })), total: z.number() }) };
}

it("checks a row once, however many answers it is in", () => {
  const { counts, schema } = countChecks();
  const rows = [{ id: "a" }, { id: "b" }];
  checkAnswer("all", schema, { data: rows, total: 2 });
  checkAnswer("first", schema, { data: rows.slice(0, 1), total: 2 });
  expect(counts.checks).toBe(2);
});

it("names a wrong row by its position among rows that fit", () => {
  const { schema } = countChecks();
  const rows = [{ id: "a" }, { id: "b" }];
  checkAnswer("all", schema, { data: rows, total: 2 });
  const answer = { data: [...rows, { id: "bad" }], total: 3 };
  const message = "more does not fit its schema: data.2.id: must not be bad";
  expect(() => checkAnswer("more", schema, answer)).toThrow(message);
  // A refused row is no known one.
  expect(() => checkAnswer("more", schema, answer)).toThrow(message);
});

it("checks everything around known rows, and rows again by another schema", () => {
  const { schema } = countChecks();
  const rows = [{ id: "a" }];
  checkAnswer("all", schema, { data: rows, total: 1 });
  expect(() => checkAnswer("all", schema, { data: rows, total: "1" })).toThrow("total: ");
  const other = z.strictObject({ data: z.array(z.strictObject({ id: z.number() })), total: z.number() });
  expect(() => checkAnswer("all", other, { data: rows, total: 1 })).toThrow("data.0.id: ");
});

it("checks lists with conditions on the whole list, and lists of other things", () => {
  const rows = [{ id: "a" }];
  const short = z.strictObject({ data: z.array(z.strictObject({ id: z.string() })).max(1) });
  checkAnswer("short", short, { data: rows });
  expect(() => checkAnswer("short", short, { data: [...rows, ...rows] })).toThrow("data: ");
  const texts = z.strictObject({ data: z.array(z.string()) });
  expect(() => checkAnswer("texts", texts, { data: [1] })).toThrow("data.0: ");
  expect(() => checkAnswer("texts", texts, null)).toThrow("document: ");
});
