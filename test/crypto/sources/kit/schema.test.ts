import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Dropped } from "../../../../build/crypto/normalise/record.ts";
import {
  amount,
  keyedRows,
  mapRows,
  maybeAmount,
  maybeNumeric,
  maybePositive,
  maybeText,
  numeric,
  rows,
} from "../../../../build/crypto/sources/kit/schema.ts";
import { brokenNumbers } from "../broken-values.ts";

describe("the schema primitives", () => {
  it("read numbers and decimal texts alike, with exponents", () => {
    expect([1.5, "1.5", ".5", "5.", "-2", "1e-7", "+3"].map((value) => numeric.parse(value))).toEqual([
      1.5, 1.5, 0.5, 5, -2, 1e-7, 3,
    ]);
  });

  it("refuse an overlong text at once", () => {
    const begunMs = performance.now();
    for (const text of [`${"1".repeat(100_000)}x`, "1".repeat(129)]) {
      expect(numeric.safeParse(text).error?.issues[0]?.message).toBe("Invalid input");
    }
    expect(performance.now() - begunMs).toBeLessThan(1_000);
    expect(numeric.parse(`0.${"0".repeat(125)}1`)).toBe(1e-126);
  });

  it.each([...brokenNumbers])("refuse %s as an amount", (_name, value) => {
    expect(amount.safeParse(value).success).toBe(false);
    expect(maybeAmount.safeParse(value).success).toBe(false);
    expect(maybePositive.safeParse(value).success).toBe(false);
  });

  it.each([
    ["an absent key", {}],
    ["undefined", { x: undefined }],
    ["null", { x: null }],
    ["the empty text", { x: "" }],
  ])("read %s as unknown", (_name, row) => {
    for (const schema of [maybeNumeric, maybeAmount, maybePositive, maybeText]) {
      expect(z.object({ x: schema }).parse(row)).toEqual({ x: null });
    }
    expect(z.object({ x: numeric }).safeParse(row).success).toBe(false);
  });

  it("tell a zero that is an amount from a zero that is unknown", () => {
    expect([maybeAmount.parse("0"), maybePositive.parse("0"), maybePositive.parse("0.0001")]).toEqual([
      0,
      null,
      0.0001,
    ]);
  });

  it("turn a bad row into a rejection that names the field, and keep the others", () => {
    const parsed = rows(z.object({ a: numeric })).parse([{ a: 1 }, { a: "x" }, null]);
    expect(parsed[0]).toEqual({ a: 1 });
    expect(parsed.slice(1).map((row) => row instanceof Dropped && row.fault)).toEqual([true, true]);
    expect((parsed[1] as Dropped).reason).toContain("a:");
    const mapped = [...mapRows(parsed, (row) => (row.a === 1 ? "one" : undefined))];
    expect(mapped).toEqual(["one", parsed[1], parsed[2]]);
  });

  it("do the same for rows by key", () => {
    const parsed = keyedRows(z.object({ a: numeric })).parse({ x: { a: "2" }, y: [] });
    expect(parsed[0]).toEqual(["x", { a: 2 }]);
    expect(parsed[1]?.[1]).toBeInstanceOf(Dropped);
  });
});
