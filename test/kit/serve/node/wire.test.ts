import { expect, it } from "vitest";
import { acceptsGzip } from "../../../../build/kit/serve/node/wire.ts";

it.each([
  ["gzip", true],
  ["gzip, deflate, br", true],
  ["br;q=1.0, GZip;q=0.8, *;q=0.1", true],
  ["deflate,gzip ; q=0.001", true],
  ["x-gzip", true],
  ["*", true],
  ["gzip;q=1, *;q=0", true],
  [undefined, false],
  ["", false],
  ["identity", false],
  ["br", false],
  ["gzip;q=0", false],
  ["gzip; q=0.000", false],
  ["gzip;Q=0, br", false],
  ["*;q=0", false],
  ["gzip;q=0, *;q=1", false],
  ["not-gzip", false],
  ["gzip;q=nonsense", false],
])("reads %j as %s", (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});
