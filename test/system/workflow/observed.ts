import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Partition } from "../../../build/history/partition.ts";

/** A published state: `document coin time` → price, and which points builds here observed. */
export interface Observed {
  all: Map<string, number>;
  own: Map<string, number>;
}

/** Every point of the series in the state of a site. */
export function readObserved(site: string): Observed {
  const { documents } = JSON.parse(readFileSync(join(site, "state/manifest.json"), "utf8")) as {
    documents: { name: string; file: string }[];
  };
  const observed: Observed = { all: new Map(), own: new Map() };
  for (const { name, file } of documents) {
    if (!/^(samples|hourly|daily)\//.test(name)) continue;
    const body = gunzipSync(readFileSync(join(site, "state", file))).toString("utf8");
    const { times, coins } = JSON.parse(body) as Partition;
    for (const [coin, { prices, origins }] of Object.entries(coins))
      for (const [row, price] of prices.entries()) {
        if (price === null) continue;
        const key = `${name} ${coin} ${times[row]}`;
        observed.all.set(key, price);
        if ((origins?.[row] ?? null) === null) observed.own.set(key, price);
      }
  }
  return observed;
}

export interface AnnouncedGap {
  fromMs: number;
  toMs: number;
}

/** The gaps that a site's archives announce for hourly prices. */
export function readHourlyGaps(site: string): AnnouncedGap[] {
  const { data } = JSON.parse(readFileSync(join(site, "api/data/archives.json"), "utf8"));
  const archives = (data.archives ?? data) as { filename: string; gaps: { from: string; to: string }[] }[];
  return archives
    .filter(({ filename }) => filename.startsWith("hourly-"))
    .flatMap(({ gaps }) => gaps.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) })));
}
