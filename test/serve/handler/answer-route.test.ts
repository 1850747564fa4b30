import { expect, it } from "vitest";
import { computeListAge } from "../../../build/serve/handler/answer-route.ts";

const META = { updated_at: "2026-11-20T09:00:00Z", expires_at: "2026-11-20T10:00:00Z", stale: false };
const ageOf = (...times: (string | null)[]) =>
  computeListAge(
    times.map((last_updated) => ({ last_updated })),
    META,
  );

it("some rows of a list have the time of the newest, and expire as long after it as the list", () => {
  expect(ageOf("2026-11-20T08:30:00Z", null, "2026-11-20T08:45:00Z")).toEqual({
    updated_at: "2026-11-20T08:45:00Z",
    expires_at: "2026-11-20T09:45:00Z",
    stale: false,
  });
});

it("rows that expired before the list was observed are stale", () => {
  expect(ageOf("2026-11-20T08:00:00Z")).toMatchObject({ expires_at: "2026-11-20T09:00:00Z", stale: true });
  expect(computeListAge([{ last_updated: META.updated_at }], { ...META, stale: true })).toMatchObject({ stale: true });
});

it("rows without a time have the age of the list", () => {
  expect(ageOf(null)).toEqual({});
});
