import type { Terms } from "../normalise/record.ts";

export type SourceKind = "exchange" | "coins" | "defi" | "index" | "exchange-rates" | "news";

/** What a build read of a source. */
export interface SourceReport {
  id: string;
  name: string;
  kind: SourceKind;
  homepage: string;
  /** All feeds fresh, some from an earlier run, nothing usable, or switched off. */
  status: "ok" | "stale" | "down" | "off";
  /** Whether it gave a usable response in this build; `null`: no request was due. */
  answered: boolean | null;
  fetchedAtMs: number | null;
  records: number;
  rejected: number;
  /** Reason → rows left out, faults and others alike. */
  dropped: Record<string, number>;
  lastError: string | null;
  /** Its absence is expected on most runners. */
  oftenAbsent?: true;
  license: string;
  terms: Terms;
  attribution: string | null;
}
