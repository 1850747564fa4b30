import { mkdirSync, writeFileSync } from "node:fs";
import type { CandleAccuracy } from "../../../build/app/site/page-data/methodology-page.ts";

/** `npm run test:collect` writes these results to the data of the methodology page. */
export const ACCURACY_RESULTS = new URL("../../../test-results/accuracy/", import.meta.url);

/** `errors`: distances from the truth as shares of it. */
export function summariseErrors(group: string, errors: readonly number[]): CandleAccuracy["rows"][number] {
  const sorted = errors.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 1e5) / 10;
  return { group, values: sorted.length, median_basis_points: at(0.5), p95_basis_points: at(0.95) };
}

export function reportAccuracy(accuracy: CandleAccuracy): void {
  mkdirSync(ACCURACY_RESULTS, { recursive: true });
  writeFileSync(new URL(`${accuracy.name}.json`, ACCURACY_RESULTS), `${JSON.stringify(accuracy, null, 2)}\n`);
}
