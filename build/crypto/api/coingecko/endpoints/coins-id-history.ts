import { type DerivedRequest, defineDerived, Refusal } from "../../../../kit/api/derived.ts";
import { describeRefusal } from "../../../../kit/api/query.ts";
import { findDay, HOUR_MS } from "../../../../lib/time.ts";
import { complete } from "../chart.ts";
import { DATE, id, query } from "../parameters.ts";
import { BASE_PATH, detailOf, status } from "../published.ts";
import { type ChartPoint, listOpenSources, readSeries, seriesOf } from "../series.ts";

const date = query("The day, `dd-mm-yyyy` or `yyyy-mm-dd`.", "30-12-2025", {
  pattern: `^([0-9]{2}-[0-9]{2}-[0-9]{4}|${DATE})$`,
  allowed: "an existing day as dd-mm-yyyy or yyyy-mm-dd",
  required: true,
});

export const coinsIdHistory = defineDerived({
  path: `${BASE_PATH}/coins/{id}/history`,
  title: "A coin on a past day",
  description:
    "Price, market cap and volume at 00:00 UTC of a day, the close of the day before. Only hosts with the handler answer it.",
  parameters: { id, date },
  example: (coin, day) => ({ id: coin.id, date: day }),
  needs: (request) => [status, detailOf(request.key), ...listSeries(request).flatMap(({ needs }) => needs)],
  /** Without `market_data` if nothing is known: programs look for the field, not for `null`. */
  convert([sources, { data }, ...answers], request) {
    const { currency, values } = request;
    const timeMs = readDay(values["date"]);
    if (timeMs === undefined) return new Refusal("invalid_parameter", describeRefusal("date", date));
    const open = listOpenSources(sources);
    let read = 0;
    const parts = listSeries(request).map(({ name, needs }) => {
      const own = answers.slice(read, read + needs.length);
      read += needs.length;
      return readSeries(name, own, currency, open);
    });
    const [ofDay, ofHour] = parts.map((points) => points?.find(([time]) => time === timeMs));
    // A day that no build saw until its end has an older price than its last hour.
    const found = ofHour === undefined ? ofDay : complete(ofHour, ofDay);
    return {
      id: data.id,
      symbol: data.symbol.toLowerCase(),
      name: data.name,
      image: { thumb: null, small: null },
      ...(found && { market_data: renderPoint(found, currency) }),
      public_interest_stats: { alexa_rank: null, bing_matches: null },
    };
  },
});

/** Days, and the hours of the year that the hour before midnight lies in. */
function listSeries({ key = "", currency, values }: DerivedRequest) {
  const timeMs = readDay(values["date"]);
  const hours = timeMs === undefined ? [] : [new Date(timeMs - HOUR_MS).getUTCFullYear()];
  return (["all", ...hours] as const).map((name) => ({ name, needs: seriesOf(name, key, currency) }));
}

function renderPoint([, price, marketCap, volume]: ChartPoint, currency: string) {
  return {
    current_price: { [currency]: price },
    market_cap: { [currency]: marketCap },
    total_volume: { [currency]: volume },
  };
}

/** The start of the day; `undefined` for 31 February. */
function readDay(value: string | number | undefined): number | undefined {
  return findDay(String(value).replace(/^(\d\d)-(\d\d)-(\d{4})$/, "$3-$2-$1"));
}
