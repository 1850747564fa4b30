import { expect, it } from "vitest";
import { findWebUrl } from "../../build/lib/web-url.ts";

it.each([
  ["https://example.org/a b", "https://example.org/a%20b"],
  ["HTTP://Example.ORG", "http://example.org/"],
  ["  https://example.org/x?y=1#z  ", "https://example.org/x?y=1#z"],
])("gives %s in standard form", (text, href) => {
  expect(findWebUrl(text)?.href).toBe(href);
});

it.each([
  ["a script", "javascript:alert(1)"],
  ["a script behind white space", " \tjava\nscript:alert(1)"],
  ["data", "data:text/html,x"],
  ["a file", "file:///etc/passwd"],
  ["a relative address", "/path"],
  ["an address without scheme", "//example.org/x"],
  ["a user name that looks like a host", "https://bank.example@evil.example/"],
  ["a host without a dot", "http://localhost/x"],
  ["an address beyond any length", `https://example.org/${"x".repeat(3_000)}`],
  ["nonsense", "https://exa mple.org"],
  ["a number", 7],
  ["null", null],
])("refuses %s", (_name, value) => {
  expect(findWebUrl(value)).toBeUndefined();
});
