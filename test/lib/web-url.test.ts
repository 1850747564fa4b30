import { expect, it } from "vitest";
import { findPagesAddress, findRepository, findWebAddress, findWebUrl } from "../../build/lib/web-url.ts";

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

it.each([
  ["Some-One/data", "https://some-one.github.io/data/"],
  ["one/One.github.io", "https://one.github.io/"],
  ["one/Crypto.Data_2", "https://one.github.io/Crypto.Data_2/"],
])("the Pages of %s are at %s", (repository, address) => {
  expect(findPagesAddress(repository)).toBe(address);
});

it.each(["", "one", "one/two/three", "one/../two", "one/tw o", "o.ne/two"])("%j names no repository", (text) => {
  expect(findPagesAddress(text)).toBeUndefined();
});

it.each([
  ["https://github.com/one/two", "one/two"],
  ["https://github.com/one/two.git", "one/two"],
  ["https://token@github.com/one/two/", "one/two"],
  ["git@github.com:one/two.github.io.git", "one/two.github.io"],
  ["ssh://git@github.com/one/two.git", "one/two"],
  ["https://example.org/one/two", undefined],
  ["https://github.com/one", undefined],
  ["/srv/git/two.git", undefined],
])("%s leads to %s", (address, repository) => {
  expect(findRepository(address)).toBe(repository);
});

it.each([
  ["https://git.example.org/one/two.git", "https://git.example.org/one/two"],
  ["https://user:secret@github.com/one/two/", "https://github.com/one/two"],
  ["http://git.example.org/one/two", "https://git.example.org/one/two"],
  ["https://git.example.org:8443/one/two", "https://git.example.org:8443/one/two"],
  ["git@github.com:one/two.github.io.git", "https://github.com/one/two.github.io"],
  ["ssh://git@git.example.org:2222/group/sub/two.git", "https://git.example.org/group/sub/two"],
  ["git://git.example.org/two.git", "https://git.example.org/two"],
  ["https://github.com/one/two.git?token=secret#x", "https://github.com/one/two"],
])("the remote %s has its page at %s", (remote, page) => {
  expect(findWebAddress(remote)).toBe(page);
});

it.each(["", "/srv/git/two.git", "file:///srv/two.git", "../two", "git@host:two", "https://localhost/one/two"])(
  "the remote %j has no page",
  (remote) => {
    expect(findWebAddress(remote)).toBeUndefined();
  },
);
