import { expect, it } from "vitest";
import { measureClockSkew } from "../../build/ingest/fetch-answer.ts";
import { NOW } from "./fake-effects.ts";

const answer = (serverTimeMs: number | null) => ({
  url: "https://a.example/",
  answer: undefined,
  response: {
    url: "https://a.example/",
    status: 200,
    body: "",
    bytes: 0,
    receivedAtMs: NOW,
    serverTimeMs,
    validators: {},
  },
});

it("the clock skew is the middle one of the answers that told the time, positive where ours is ahead", () => {
  expect(measureClockSkew([answer(NOW - 3_000), answer(null), answer(NOW - 9_000), answer(NOW + 60_000)])).toBe(3_000);
  expect(measureClockSkew([answer(null)])).toBeNull();
});
