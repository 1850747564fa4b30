import { renderAge, renderBytes } from "../lib/text-layout.ts";
import { DAY_MS } from "../lib/time.ts";
import type { Finding } from "./finding.ts";

/** What lies in the folder of the state. */
export type StateSummary =
  | { found: "nothing" }
  | { found: "damaged"; reason: string }
  | { found: "state"; world: "live" | "sample"; documents: number; bytes: number; updatedAtMs: number };

/** Samples are kept so long: what an older state lacks can only come from candles. */
const GAP_MS = 3 * DAY_MS;

export function checkState(folder: string, state: StateSummary, now: number): Finding {
  const subject = "state";
  if (state.found === "nothing") {
    const advice = "To go on from a published site, its history and all: npm run build -- --restore-from ADDRESS.";
    return { subject, level: "ok", detail: `none in ${folder} yet, the first build begins one`, advice };
  }
  if (state.found === "damaged") return { subject, level: "problem", detail: state.reason };
  const { world, documents, bytes, updatedAtMs } = state;
  const ageMs = now - updatedAtMs;
  const detail =
    documents === 0
      ? `no build completed yet in ${folder}`
      : `${documents} documents, ${renderBytes(bytes)}, last changed ${renderAge(ageMs)} ago in ${folder}`;
  if (world === "sample") {
    const advice = "Name another folder with --state for a live build: invented and real data do not mix.";
    return { subject, level: "warning", detail: `of the sample world: ${detail}`, advice };
  }
  if (documents === 0 || ageMs <= GAP_MS) return { subject, level: "ok", detail };
  return {
    subject,
    level: "warning",
    detail,
    advice: "Restore it from the published site, which may be newer: --restore-from ADDRESS.",
  };
}
