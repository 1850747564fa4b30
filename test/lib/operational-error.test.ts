import { describe, expect, it } from "vitest";
import { describeError, OperationalError } from "../../build/lib/operational-error.ts";

describe("describeError", () => {
  it("lists the causes in one line, outermost first, each once", () => {
    const root = new Error("getaddrinfo\n  ENOTFOUND");
    const middle = new Error("the network failed", { cause: root });
    const outer = new OperationalError("GET https://a.example failed: the network failed", { cause: middle });
    expect(describeError(outer)).toBe("GET https://a.example failed: the network failed: getaddrinfo ENOTFOUND");
  });

  it("accepts any thrown value and circular causes", () => {
    expect(describeError("plain text")).toBe("plain text");
    expect(describeError(new TypeError())).toBe("TypeError");
    const circle = new Error("round");
    circle.cause = circle;
    expect(describeError(circle)).toContain("round");
  });

  it("never repeats a whole body", () => {
    const message = describeError(new Error("x".repeat(1_000_000)));
    expect(message.length).toBeLessThan(1_100);
    expect(message.endsWith("…")).toBe(true);
  });
});
