import { renderDay } from "../../lib/time.ts";
import { fiatUsd } from "../fiat-rates.ts";
import type { SimulatedAnswer, Simulator } from "../simulator.ts";
import { ECB_CURRENCIES, findReferenceDay, getFixingTime } from "./reference-day.ts";

const NOT_FOUND: SimulatedAnswer = { status: 404, body: { message: "not found" } };
const CURRENCIES = ["EUR", ...ECB_CURRENCIES].sort();

/** `/v1/latest?base=&symbols=`: the rates of the last working day, rebased; the base is not among them. */
export const frankfurterSimulator: Simulator = {
  source: "frankfurter",
  hosts: ["api.frankfurter.dev"],
  answer({ url }, demo) {
    if (url.pathname !== "/v1/latest") return undefined;
    const base = (url.searchParams.get("base") ?? "EUR").toUpperCase();
    const symbols = url.searchParams.get("symbols")?.toUpperCase().split(",");
    const dayMs = findReferenceDay(demo.now);
    const time = getFixingTime(dayMs);
    const wanted = CURRENCIES.filter((code) => code !== base && (symbols === undefined || symbols.includes(code)));
    if (!CURRENCIES.includes(base) || wanted.length === 0) return NOT_FOUND;
    const rates = wanted.map((code) => [code, round(fiatUsd(base, time) / fiatUsd(code, time))]);
    return { body: { amount: 1, base, date: renderDay(dayMs), rates: Object.fromEntries(rates) } };
  },
};

/** Five digits, as a rebased rate has. */
function round(rate: number): number {
  return Number(rate.toPrecision(5));
}
