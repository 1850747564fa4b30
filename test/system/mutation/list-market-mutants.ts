import { readdirSync, readFileSync } from "node:fs";
import { listMutants, type Mutant } from "./list-mutants.ts";

export const ROOT = new URL("../../../", import.meta.url);
export const MARKET = "build/crypto/market/";
/** Folders with the rules of prices, and what they decide. */
export const GROUPS: Readonly<Record<string, string>> = {
  aggregate: "Prices of pairs, venues and coins",
  price: "Which price is published, and its interval",
  quotes: "Rates of quote currencies",
  gate: "Whether a build is published",
};

export interface MarketMutant extends Mutant {
  group: string;
  /** Relative to the repository. */
  file: string;
}

/** All faults of the rules of prices. */
export function listMarketMutants(): MarketMutant[] {
  return Object.keys(GROUPS).flatMap((group) =>
    readdirSync(new URL(`${MARKET}${group}`, ROOT))
      .sort()
      .map((name) => `${MARKET}${group}/${name}`)
      .flatMap((file) =>
        listMutants(readFileSync(new URL(file, ROOT), "utf8")).map((one) => ({ ...one, group, file })),
      ),
  );
}

type Named = Pick<MarketMutant, "file" | "change">;

/** Whether the entry of a list names the fault. */
export function isOf(entry: Named, fault: Named): boolean {
  return entry.file === fault.file && entry.change === fault.change;
}

/** The entries that name code which no longer exists. */
export function findGone<Entry extends Named>(entries: readonly Entry[], faults: readonly Named[]): Entry[] {
  return entries.filter((entry) => !faults.some((fault) => isOf(entry, fault)));
}
