import { describe, it } from "vitest";
import { trySection } from "./suite.ts";

describe("venues that lie about prices, volumes and quotes", () => {
  it("leave every coin that two others trade at its price, or held", async () => {
    await trySection("A", "markets in which venues lied about prices");
  });
});
