import { z } from "zod";
import { envelope } from "../../../kit/api/endpoint.ts";
import { count, defineRow, maybePercent, maybeText, maybeTime, type RowOf, text, time } from "../../../kit/api/row.ts";
import { REPORTS } from "../../../kit/api/world.ts";
import { computeSha256 } from "../../../lib/hash.ts";
import { groupThousands } from "../../../lib/text-layout.ts";
import { CORRECTED_DATASETS } from "../../corrections/corrected-datasets.ts";
import { type Correction, findLargestChange } from "../../corrections/correction.ts";
import { KEPT_PER_YEAR } from "../../corrections/correction-log.ts";
import { defineSingle } from "../define-endpoint.ts";

/** The yearly archives have more. */
export const MOST_CORRECTIONS = 1000;

type Value = Correction["old"];

/** A number, or the checksum of an archive. Tables have texts. */
function value(description: string, read: (correction: Correction) => Value) {
  return {
    schema: z.union([z.number(), z.string()]).nullable().describe(description),
    value: read,
    column: {
      type: "string" as const,
      description: `${description}.`,
      value: (one: Correction) => renderValue(read(one)),
    },
  };
}

function renderValue(found: Value): string | null {
  return found === null ? null : String(found);
}

export const CorrectionRow = defineRow<Correction>()("A changed value, or a range of them", {
  id: text("First 16 hexadecimal digits of the SHA-256 of the entry", nameCorrection),
  time: time("The newest observation of the build that changed it", ({ timeMs }) => timeMs),
  dataset: text(
    new Intl.ListFormat("en-GB", { type: "disjunction" }).format(Object.keys(CORRECTED_DATASETS)),
    ({ dataset }) => dataset,
  ),
  coin: maybeText("Id of the coin; null for values of no coin or of several", ({ coinId }) => coinId),
  field: maybeText(
    "What changed: price, market_cap, high, the ISO 4217 code of a rate, the name of an archive; null for several",
    ({ field }) => field,
  ),
  at: maybeTime("Start of the hour, day or period of the value; null for a range", ({ count, fromMs }) =>
    count === 1 ? fromMs : null,
  ),
  from: time("Start of the hour, day or period of the first changed value", ({ fromMs }) => fromMs),
  to: time("Start of the hour, day or period of the last changed value", ({ toMs }) => toMs),
  count: count("Changed values from the first to the last one", (correction) => correction.count),
  old: value("The value before, in USD if it is money; of an archive its SHA-256; null for a range", ({ old }) => old),
  new: value("The value now; null for a range, and where the value is no longer published", (one) => one.new),
  reason: text("Why it changed", ({ reason }) => reason),
  largest_change_percentage: maybePercent(
    "The largest distance of a new value from its old one, in percent of the old one and without a sign; null if a " +
      "value is not a number or is no longer published, if an old value is 0, or if an older version recorded the range",
    findLargestChange,
  ),
});

export type CorrectionRow = RowOf<typeof CorrectionRow>;

function nameCorrection(correction: Correction): string {
  return computeSha256(JSON.stringify(correction)).slice(0, 16);
}

export const corrections = defineSingle({
  id: "corrections",
  path: "/corrections",
  docs: {
    tag: "service",
    title: "Corrections",
    description:
      "The published closed values that a later build changed, newest first, at most 1,000: closed hours and " +
      "days, candles once they are final, past exchange rates and complete archives. The yearly archives have all " +
      `entries: the first ${groupThousands(KEPT_PER_YEAR)} of a year one by one, further ones summed up ` +
      "by month, dataset and reason, as of the last build of the month. A gap that is filled is no correction, " +
      "because no value was published. Without entries: the total value locked, whose source revises all past " +
      "days; hours of the last 7 days that have only the price of a list, until a candle replaces it; the newest day " +
      "of exchange rates, which is open until the next one; prices in other currencies and files that are made of " +
      "these values.",
  },
  kinds: [],
  tree: REPORTS,
  body: envelope(z.array(CorrectionRow.schema).max(MOST_CORRECTIONS).describe("Corrections, newest first")),
  from: ({ corrections: known = [] }) => known,
  compute: (known, { market }) => ({ data: known.map(CorrectionRow.compute), observedAtMs: market.asOfMs }),
});
