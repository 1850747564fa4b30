import { expect, it } from "vitest";
import { findPagesAddress, findRepository } from "../../build/lib/site-address.ts";

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
