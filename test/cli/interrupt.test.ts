import { expect, it } from "vitest";
import { waitForInterrupt } from "../../build/cli/processes.ts";

it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "waits for %s, and leaves the next one to the system",
  async (signal) => {
    const before = [process.listenerCount("SIGINT"), process.listenerCount("SIGTERM")];
    let ended = false;
    const waiting = waitForInterrupt().then(() => {
      ended = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(false);
    process.emit(signal);
    await waiting;
    expect([process.listenerCount("SIGINT"), process.listenerCount("SIGTERM")]).toEqual(before);
  },
);
