import { parseAtomFeed, parseJsonFeed, parseRssFeed } from "feedsmith";
import { expect, it } from "vitest";
import type { BuildTrace, Outage } from "../../../build/crypto/api/run-report.ts";
import { renderStatusFeeds } from "../../../build/crypto/render/feeds/status-feeds.ts";
import { buildWorld } from "../../fixtures/small-world.ts";

const at = (clock: string) => Date.parse(`2026-11-20T${clock}:00Z`);
const KRAKEN: Outage = {
  id: "kraken",
  name: "Kraken",
  fromMs: at("04:00"),
  noticedMs: at("04:30"),
  endedMs: at("06:00"),
};
const OKX: Outage = { id: "okx", name: "OKX", fromMs: at("05:00"), noticedMs: at("05:30"), endedMs: null };
const BUILD: BuildTrace = {
  timeMs: at("05:00"),
  passed: true,
  failedChecks: [],
  durationMs: null,
  coins: 250,
  pricedCoins: 240,
  tickersUsed: 900,
  sources: { ok: 30, stale: 0, down: 2 },
};

function render(outages: readonly Outage[], builds: readonly BuildTrace[]) {
  const world = buildWorld({});
  const rendered = { ...world, run: { ...world.run, outages, builds } };
  const files = renderStatusFeeds(rendered, { homepage: null, baseUrl: "https://me.example/" });
  const [rss = "", atom = "", json = ""] = files.map(({ body }) => String(body));
  return { paths: files.map(({ path }) => path), rss, atom, json };
}

it("tells outages, recoveries and refused builds, the newest first, in three forms", () => {
  const refused = { ...BUILD, timeMs: at("05:15"), passed: false, failedChecks: ["coins", "prices"] };
  const { paths, rss, atom, json } = render([KRAKEN, OKX], [BUILD, refused]);
  expect(paths).toEqual(["api/status.rss", "api/status.atom", "api/status.feed.json"]);
  const titles = [
    "Kraken answers again, after an outage from 2026-11-20T04:00:00Z on",
    "OKX has not answered since 2026-11-20T05:00:00Z",
    "The checks refused a build; the site kept its last good answers: coins, prices",
    "Kraken has not answered since 2026-11-20T04:00:00Z",
  ];
  expect(parseRssFeed(rss).items?.map(({ title }) => title)).toEqual(titles);
  expect(parseAtomFeed(atom).updated).toBe("2026-11-20T06:00:00Z");
  const items = parseJsonFeed(JSON.parse(json)).items ?? [];
  expect(items.map(({ title }) => title)).toEqual(titles);
  expect(items[1]).toMatchObject({
    url: "https://me.example/status/#okx-2026-11-20T05:30:00Z",
    date_published: "2026-11-20T05:30:00Z",
    tags: ["okx", "outage"],
  });
  expect(new Set(items.map(({ url }) => url)).size).toBe(4);
});

it("exists without an item, and does not change while nothing happens", () => {
  const { rss, atom } = render([], [BUILD]);
  expect(parseRssFeed(rss).items ?? []).toEqual([]);
  expect(render([], [BUILD, { ...BUILD, timeMs: at("06:30") }])).toMatchObject({ rss, atom });
});
