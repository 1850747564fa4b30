import { expect, it } from "vitest";
import { LIVE_DEADLINE_MS, markAbsent, parseLive, renewLive } from "../../../build/app/run/live-tier.ts";
import { addAnswers } from "../../../build/app/run/reachability.ts";
import type { Source } from "../../../build/crypto/sources/source.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../build/lib/time.ts";
import { LIVE_UNITS } from "../../../templates/components/own-server.js";
import { dataset } from "../../crypto/market/small-market.ts";

const NOW = Date.parse("2026-11-20T09:17:30Z");
const SOURCES = ["kraken", "coinlore"].map((id) => ({ id }) as Source);
const describeBuild = (sample = false) => ({ program: { sample }, sources: SOURCES, now: NOW });

function makeFile(updatedMs: number, own: object = {}) {
  const meta = {
    updated_at: new Date(updatedMs).toISOString(),
    expires_at: new Date(updatedMs + 2 * MINUTE_MS).toISOString(),
    stale: false,
    sources: ["kraken"],
    ...own,
  };
  return new TextEncoder().encode(JSON.stringify({ data: [], meta }));
}
const renew = (updatedMs: number, own?: object) => renewLive(makeFile(updatedMs, own), describeBuild());

it.each([
  ["a minute ago", -MINUTE_MS, false],
  ["59 minutes ago", -59 * MINUTE_MS, true],
  ["an hour ago", -HOUR_MS, undefined],
  ["three hours ahead, by a wrong clock", 3 * HOUR_MS, undefined],
])("a live file whose newest price is of %s", (_, offsetMs, expected) => {
  expect(parseLive(renew(NOW + offsetMs))?.meta.stale).toBe(expected);
});

it("a file that no live run renewed says that it is old", () => {
  const own = parseLive(makeFile(NOW - 10 * MINUTE_MS))!;
  expect(parseLive(renew(NOW - 10 * MINUTE_MS))).toEqual({ ...own, meta: { ...own.meta, stale: true } });
  const marked = makeFile(NOW - 10 * MINUTE_MS, { stale: true });
  expect(renewLive(marked, describeBuild())).toBe(marked);
});

it("a file of the demo market, or with a source that the site leaves out, is not kept", () => {
  expect(renew(NOW, { sample: true })).toBeUndefined();
  expect(renewLive(makeFile(NOW, { sample: true }), describeBuild(true))).toBeDefined();
  expect(renew(NOW, { sources: ["kraken", "coingecko"] })).toBeUndefined();
});

it("a damaged live file, or none, is not kept", () => {
  expect(renewLive(new TextEncoder().encode('{"data": ['), describeBuild())).toBeUndefined();
  expect(renewLive(undefined, describeBuild())).toBeUndefined();
});

it("a list that missed the last build is stale in a live run, and tickers are not", () => {
  const add = (log: ReturnType<typeof addAnswers> | undefined, minutes: number, answered: boolean) =>
    addAnswers(log, {
      generatedAtMs: NOW + minutes * MINUTE_MS,
      sources: [
        { id: "coingecko", answered, lastError: null },
        { id: "coinlore", answered: true, lastError: null },
        { id: "kraken", answered, lastError: null },
      ] as unknown as Parameters<typeof addAnswers>[1]["sources"],
    });
  const lists = [dataset("coin", "coingecko", []), dataset("coin", "coinlore", []), dataset("ticker", "kraken", [])];
  const missed = add(add(undefined, -60, true), -30, false);
  expect(markAbsent(lists, missed).map(({ stale }) => stale)).toEqual([true, false, false]);
  expect(markAbsent(lists, add(missed, 0, true)).map(({ stale }) => stale)).toEqual([false, false, false]);
  expect(markAbsent(lists, undefined)).toEqual(lists);
});

it("a run stops reading early enough to mark the file before its unit kills it", () => {
  const [, seconds] = /^TimeoutStartSec=(\d+)s$/m.exec(LIVE_UNITS["open-crypto-data-live.service"])!;
  expect(LIVE_DEADLINE_MS + 15 * SECOND_MS).toBeLessThanOrEqual(Number(seconds) * SECOND_MS);
});
