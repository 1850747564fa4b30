import { describe, expect, it } from "vitest";
import { coingecko } from "../../../build/crypto/sources/reference/coingecko.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import { parseJson } from "../../../build/lib/json/parse-json.ts";
import { countReasons, readFeed } from "../../crypto/sources/read-feed.ts";
import { checkCase, checkRefusal } from "./case.ts";
import { referenceCases, referenceRefusals } from "./reference-cases.ts";
import { samples } from "./samples.ts";
import { venueCases } from "./venue-cases.ts";
import { venueRefusals } from "./venue-refusals.ts";

const name = ({ source, feed, title }: (typeof venueCases)[number]) => `${source.id} ${feed}: ${title}`;
const cases = [...venueCases, ...referenceCases];

describe.skipIf(!samples.available)("recorded bodies (skipped where the folder is absent)", () => {
  it.each(cases.map((each) => [name(each), each] as const))("reads %s", (_, each) => checkCase(each));

  const title = ({ source, file, refused }: (typeof venueRefusals)[number]) => `${source.id}: ${refused} of ${file}`;
  const refusals = [...venueRefusals, ...referenceRefusals];
  it.each(refusals.map((each) => [title(each), each] as const))("refuses %s", (_, each) => checkRefusal(each));

  it("cover every venue", () => {
    const covered = new Set(venueCases.map(({ source }) => source.id));
    expect(sources.filter(({ id, venue }) => venue !== undefined && !covered.has(id))).toEqual([]);
  });

  it("have no price in CoinGecko's list of 2022-05-30: another endpoint, ids and symbols only", () => {
    const body = samples.readJson("metadata/coingecko/coins_list.2022-05-30.json");
    const { records, dropped } = readFeed<"coin">(coingecko, "markets", body);
    expect(records.every((coin) => coin.priceUsd === null && coin.rank === null)).toBe(true);
    expect(records.length + dropped.length).toBe(13_433);
    expect(Object.keys(countReasons(dropped)).every((reason) => /symbol|name/.test(reason))).toBe(true);
  });

  it("are no HTML: the page that CoinPaprika answers a trailing slash with never reaches the source", () => {
    const html = samples.readText("metadata/coinpaprika/error_301_trailing_slash.html");
    expect(() => parseJson(html)).toThrow("markup");
  });
});
