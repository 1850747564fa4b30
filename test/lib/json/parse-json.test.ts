import { describe, expect, it } from "vitest";
import { nameMarkup, parseJson } from "../../../build/lib/json/parse-json.ts";

describe("parseJson", () => {
  it("parses JSON", () => {
    expect(parseJson('  {"a": [1e-12, null, "2", true]}\n')).toEqual({ a: [1e-12, null, "2", true] });
  });

  it("names an HTML page, also after white space", () => {
    expect(() => parseJson(`${" ".repeat(500)}<!DOCTYPE html><title>Just a moment</title>`)).toThrow(
      "expected JSON, got a page of HTML",
    );
  });

  it("names an empty body, and accepts white space before a value", () => {
    expect(() => parseJson(" \n")).toThrow("an empty body");
    expect(parseJson(`${"\n".repeat(500)}7`)).toBe(7);
  });

  it("refuses a truncated body with its length", () => {
    expect(() => parseJson('{"a": [1, 2')).toThrow("got 11 characters that do not parse");
  });

  it.each(["__proto__", "\\u005f_proto__", "__pr\\u006fto__", "__\\u0070roto__", "\\u005F\\u005Fproto__"])(
    "drops the key %s at any depth",
    (key) => {
      const value = parseJson(`{"a": [{"${key}": {"polluted": true}, "b": 1}]}`) as { a: { b: number }[] };
      expect(Object.keys(value.a[0]!)).toEqual(["b"]);
      const copy: Record<string, unknown> = { ...value.a[0] };
      expect(copy["polluted"]).toBeUndefined();
      expect(Object.getPrototypeOf(Object.assign({}, value.a[0]))).toBe(Object.prototype);
    },
  );
});

describe("nameMarkup", () => {
  it.each([
    ["<!DOCTYPE html><title>x</title>", "a page of HTML"],
    ['\n <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">', "a page of HTML"],
    ['<!-- proxy --><html lang="en">', "a page of HTML"],
    ['<?xml version="1.0"?><Error/>', "XML"],
    ["<h1>Forbidden</h1>", "markup"],
    ['{"error":"<html>"}', undefined],
    ["too many requests", undefined],
    ["", undefined],
  ])("names %j %s", (text, name) => expect(nameMarkup(text)).toBe(name));
});
