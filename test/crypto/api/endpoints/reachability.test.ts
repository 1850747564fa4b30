import { expect, it } from "vitest";
import { isAbsent, type Reachability, reachability } from "../../../../build/crypto/api/endpoints/reachability.ts";
import { computeEnvelope } from "../../../../build/kit/api/envelope.ts";
import { makeReachability, makeWorld } from "../../../fixtures/market.ts";

function answer(...rows: ReturnType<typeof makeReachability>[]) {
  const world = makeWorld();
  return computeEnvelope(reachability, { ...world, run: { ...world.run, reachability: rows } }, {});
}

it("has a row for each source, with its last answer and its last error", () => {
  const { data, meta } = answer(
    makeReachability("kraken", { name: "Kraken" }),
    makeReachability("new", { lastSuccessMs: null, lastError: null, absentBuilds: 1 }),
  );
  expect(data).toEqual([
    {
      source: "kraken",
      name: "Kraken",
      kind: "exchange",
      absent_builds: 0,
      answered_share: { day: 47 / 48, week: 335 / 336, month: 1439 / 1440 },
      // The old name, as long as the changelog promises.
      answered: { day: 47 / 48, week: 335 / 336, month: 1439 / 1440 },
      requested: { day: 48, week: 336, month: 1440 },
      last_success: "2026-11-20T09:17:30Z",
      last_error: "GET https://example.org/ 503",
      last_error_at: "2026-11-20T07:17:30Z",
    },
    expect.objectContaining({ source: "new", last_success: null, last_error: null, last_error_at: null }),
  ]);
  expect(meta).toMatchObject({ updated_at: "2026-11-20T09:19:00Z", sources: [] });
});

it("has no file if no source is switched on", () => {
  const world = makeWorld();
  expect([...reachability.variants({ ...world, run: { ...world.run, reachability: [] } })]).toEqual([]);
});

it("counts a source as absent after two builds without an answer", () => {
  const { data } = answer(
    ...[0, 1, 2, 30].map((absentBuilds) => makeReachability(`m${absentBuilds}`, { absentBuilds })),
  );
  expect((data as Reachability[]).filter(isAbsent).map(({ source }) => source)).toEqual(["m2", "m30"]);
});
