import { describe, it } from "vitest";
import { trySection } from "./suite.ts";

describe("markets in which no venue lies", () => {
  it("are priced whole, and followed where they really move", async () => {
    await trySection("honest", "markets in which no venue lied");
  });
});

describe("venues that trade another coin under a code", () => {
  it("do not change the price of the coin of that name", async () => {
    await trySection("B", "markets in which a code meant another coin");
  });
});

describe("sources that lie about other numbers than prices", () => {
  it("do not publish them as fresh", async () => {
    await trySection("C", "markets in which rates, totals or supplies were wrong");
  });
});
