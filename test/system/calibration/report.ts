import { mkdirSync, writeFileSync } from "node:fs";
import type { Calibration } from "../../../build/app/site/page-data/methodology-page.ts";

/** `npm run test:collect` writes these results to the data of the methodology page. */
export const CALIBRATION_RESULTS = new URL("../../../test-results/calibration/", import.meta.url);

/** A left-out price of a coin, see `leaveVenuesOut`. */
interface Result {
  inside: boolean;
  /** Half of the interval as a share of the price. */
  half: number;
}

export function summarise(group: string, results: readonly Result[]): Calibration["rows"][number] {
  const halves = results.map(({ half }) => half).sort((a, b) => a - b);
  const inside = results.filter((result) => result.inside).length;
  return {
    group,
    left_out: results.length,
    inside_percentage: Math.round((inside / results.length) * 1000) / 10,
    median_half_basis_points: Math.round((halves[halves.length >> 1] ?? 0) * 1e5) / 10,
  };
}

export function reportCalibration(calibration: Calibration): void {
  mkdirSync(CALIBRATION_RESULTS, { recursive: true });
  writeFileSync(new URL(`${calibration.name}.json`, CALIBRATION_RESULTS), `${JSON.stringify(calibration, null, 2)}\n`);
}
