import { expect, it } from "vitest";
import { findInflated } from "../../../../build/crypto/market/totals/exchange-volume.ts";

it.each<[string, (number | null)[], (number | null)[], number[]]>([
  ["where the list agrees", [10, 20], [9, 25], []],
  ["above twice its listed volume", [140, 20, 30], [10, 20, 30], [0]],
  ["where none is listed", [140, 20, 7], [null, 20, 0], []],
  ["where most exchanges exceed the list", [140, 200, 30], [0.1, 0.2, 30], []],
  ["without an own volume", [null, 20], [10, 20], []],
])("an exchange is found to inflate its volume only above the list: %s", (_, own, listed, expected) => {
  expect(findInflated(own, listed).flatMap((inflated, at) => (inflated ? at : []))).toEqual(expected);
});
