import type { Dataset } from "../../crypto/normalise/record.ts";
import type { Source } from "../../crypto/sources/source.ts";
import { groupThousands, renderTable } from "../../lib/text-layout.ts";
import type { FeedReading } from "./check-contract.ts";
import {
  GOOD_DISTANCE,
  measureOutside,
  measureVolumes,
  OUTSIDE_DISTANCE,
  type PriceDistance,
  VOLUME_FACTOR,
  WRONG_DISTANCE,
} from "./compare-prices.ts";

/** What was read of a source. */
export interface Trial {
  readings: readonly FeedReading[];
  datasets: readonly Dataset[];
}

export interface Comparison {
  /** The names of the sources that were compared with. */
  names: readonly string[];
  /** Those that gave no price. */
  unread: readonly string[];
  /** `undefined` without a pair that both sides have. */
  distance: PriceDistance | undefined;
}

const FIRST_RECORDS = 5;
const LONGEST_CELL = 32;

/** The records of each feed, what was left out and why, and how far the prices are from others. */
export function renderTrial(source: Source, { readings, datasets }: Trial, comparison: Comparison): string {
  const feeds = readings.map((reading) =>
    renderFeed(
      reading,
      datasets.find(({ feed }) => feed === reading.feed),
    ),
  );
  const parts = [source.name, ...feeds, ...renderContradictions(datasets), ...renderComparison(comparison)];
  return `\n${parts.join("\n\n")}\n`;
}

function renderFeed({ feed, status, records, dropped, reason }: FeedReading, dataset: Dataset | undefined): string {
  if (status !== "read") return `${feed}: ${status}: ${reason ?? "no reason"}`;
  const left = [...dropped].sort(([, a], [, b]) => b - a);
  const count = left.reduce((sum, [, times]) => sum + times, 0);
  const lines = left.map(([why, times]) => `  ${groupThousands(times)} × ${why}`);
  const rows = (dataset?.records ?? []).slice(0, FIRST_RECORDS);
  const shown = rows.length < records ? `; the first ${rows.length}:` : "";
  return [
    `${feed}: ${groupThousands(records)} records, ${groupThousands(count)} rows left out${shown}`,
    ...renderRecords(rows as readonly object[]),
    ...lines,
  ].join("\n");
}

/** The fields that any of the records has; the others are named below. */
function renderRecords(records: readonly object[]): string[] {
  const fields = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const cells = records.map(
    (record) => new Map(Object.entries(record).map(([field, value]) => [field, renderCell(value)])),
  );
  const known = fields.filter((field) => cells.some((row) => row.get(field) !== ""));
  const unknown = fields.filter((field) => !known.includes(field));
  const table = renderTable([known, ...cells.map((row) => known.map((field) => row.get(field) ?? ""))], []);
  const lines = table
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`);
  return unknown.length === 0 ? lines : [...lines, `  unknown in all of these: ${unknown.join(", ")}`];
}

function renderCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL - 1)}…` : text;
}

/** Needs no other source: the fields of one row contradict each other. */
function renderContradictions(datasets: readonly Dataset[]): string[] {
  const lines: string[] = [];
  const outside = measureOutside(datasets);
  if (outside !== undefined && outside >= OUTSIDE_DISTANCE)
    lines.push(`Last prices are ${percent(outside)} outside of bid and ask (median): is another field the last price?`);
  const volumes = measureVolumes(datasets);
  if (volumes !== undefined && (volumes > VOLUME_FACTOR || volumes < 1 / VOLUME_FACTOR)) {
    const ratio = volumes.toLocaleString("en-US", { maximumSignificantDigits: 3 });
    lines.push(
      `Quote volumes are ${ratio} times the base volume at the last price (median): are the two fields swapped, or is ` +
        "one of another unit or another time?",
    );
  }
  if (lines.length > 0) return lines;
  const compared = [
    ...(outside === undefined ? [] : ["last prices with bid and ask"]),
    ...(volumes === undefined ? [] : ["quote volumes with base volumes"]),
  ];
  return compared.length === 0 ? [] : [`The rows are consistent: ${compared.join(", ")} agree.`];
}

function renderComparison({ names, unread, distance }: Comparison): string[] {
  if (names.length === 0) {
    return unread.length === 0 ? [] : [`No comparison is possible: ${unread.join(", ")} could not be read.`];
  }
  if (distance === undefined) return [`No price to compare with: no pair in common with ${names.join(", ")}.`];
  const { shared, median, furthest } = distance;
  const verdict =
    median < GOOD_DISTANCE
      ? `good: below ${percent(GOOD_DISTANCE)}`
      : median > WRONG_DISTANCE
        ? `wrong: above ${percent(WRONG_DISTANCE)}; look for another unit, another coin, or swapped fields`
        : `doubtful: good is below ${percent(GOOD_DISTANCE)}`;
  const rows = furthest.map(({ pair, price, others, sources, distance: far }) => {
    return [pair, String(price), String(others), percent(far), sources.join(", ")];
  });
  const table = renderTable([["furthest", "price", "others", "distance", "sources"], ...rows], [0, 4]);
  return [
    `Prices: ${groupThousands(shared)} pairs in common with ${names.join(", ")}. Median distance ${percent(median)} (${verdict}).`,
    table
      .trimEnd()
      .split("\n")
      .map((line) => `  ${line}`)
      .join("\n"),
  ];
}

function percent(ratio: number): string {
  return `${(100 * ratio).toFixed(2)} %`;
}
