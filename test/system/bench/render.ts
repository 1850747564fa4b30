import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readSizes, tabulateGrowth } from "./growth.ts";
import { listPlaces, type Place } from "./machine.ts";
import type { ProcessReport } from "./process-report.ts";
import type { BenchResult } from "./result.ts";
import { median, runApart } from "./run-apart.ts";

const SIZES = readSizes("250,1000,2500,10000");
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);

/**
 * `unchecked` is without validation and hashing, whose price is thereby known; `floor` is to write
 * the same bytes, by two threads.
 */
const WAYS = ["full", "unchecked", "floor"] as const;
type Way = (typeof WAYS)[number];

const MOST_IN_MEMORY = 2_500;

interface RenderReport extends ProcessReport {
  files: number;
  bytes: number;
}

interface Size {
  coins: number;
  place: Place;
  reports: Record<Way, RenderReport[]>;
}

/**
 * From a market and a state in memory to every file of the API on disk, against writing the very
 * same bytes to the same paths.
 */
export async function bench(): Promise<BenchResult> {
  const sizes = listPlaces().flatMap((place, at) =>
    SIZES.filter((coins) => at === 0 || coins <= MOST_IN_MEMORY).map((coins): Size => {
      const folder = mkdtempSync(join(place.folder, "render-bench-"));
      try {
        return { coins, place, reports: measure(coins, folder) };
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
  );
  const ratioAt = ({ reports }: Size, way: Way) =>
    median(reports[way].map((one, at) => one.milliseconds / (reports.floor[at]?.milliseconds ?? 0)));
  const timeOf = ({ reports }: Size, way: Way) => median(reports[way].map(({ milliseconds }) => milliseconds));
  const peakOf = ({ reports }: Size, way: Way) => Math.max(...reports[way].map(({ peakBytes }) => peakBytes)) / 1e6;
  // The place that has all sizes.
  const growing = sizes.filter(({ place }) => place === sizes[0]?.place);
  const small = sizes.find(({ coins }) => coins === 1_000);
  const large = sizes.find(({ coins }) => coins === 10_000);
  return {
    tables: [
      {
        title: "Rendering two years of history to files",
        columns: ["coins", "files on", "way", "ms", "x floor", "peak MB", "files", "MB"],
        rows: sizes.flatMap((size) =>
          WAYS.map((way) => {
            const { files = 0, bytes = 0 } = size.reports[way][0] ?? {};
            const numbers = [
              Math.round(timeOf(size, way)),
              ratioAt(size, way).toFixed(2),
              Math.round(peakOf(size, way)),
            ];
            return [size.coins, size.place.fileSystem, way, ...numbers, files, (bytes / 1e6).toFixed(1)];
          }),
        ),
      },
      ...tabulateGrowth(SIZES, {
        "full, s": growing.map((size) => timeOf(size, "full") / 1e3),
        "floor, s": growing.map((size) => timeOf(size, "floor") / 1e3),
        "peak MB": growing.map((size) => peakOf(size, "full")),
      }),
    ],
    goals: [
      ...sizes
        .filter(({ coins }) => coins === 1_000 || coins === 2_500)
        .map((size) => ({
          what: `${size.coins} coins on ${size.place.fileSystem}, against the floor`,
          value: ratioAt(size, "full"),
          unit: "x",
          atMost: 1.3,
        })),
      ...(small && large
        ? [
            {
              what: "growth from 1,000 to 10,000 coins",
              value: timeOf(large, "full") / timeOf(small, "full"),
              unit: "x",
              atMost: 11,
            },
            { what: "peak memory at 10,000 coins", value: peakOf(large, "full"), unit: "MB", atMost: 1_000 },
          ]
        : []),
    ],
    notes: [
      "Of the time beyond the floor, about two fifths turn numbers into text, once for every value; about a tenth each go into reading the series, validation, hashing, garbage collection, and handing the files to the threads that write. Validation and hashing together are the difference between full and unchecked.",
      "What a file costs depends on the file system: on a disk the floor is many times what it is in memory, and where the disk is unsteady it differs several times over from round to round. Ratios and growth on such a disk say little; those in memory repeat.",
    ],
  };
}

/**
 * Every process renders once, cold, as a build does; the ways take turns, so that a busy machine
 * slows them all.
 */
function measure(coins: number, folder: string): Record<Way, RenderReport[]> {
  const kept = join(folder, "kept");
  runApart("render/render-tree.ts", ["full", String(coins), kept]);
  const reports: Record<Way, RenderReport[]> = { full: [], unchecked: [], floor: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of WAYS) {
      const target = join(folder, way);
      rmSync(target, { recursive: true, force: true });
      const [script, first] = way === "floor" ? ["write-floor.ts", [kept]] : ["render-tree.ts", [way, String(coins)]];
      reports[way].push(runApart(`render/${script}`, [...first, target]));
    }
  }
  return reports;
}
