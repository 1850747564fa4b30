import { DAY_MS } from "../../lib/time.ts";
import { estimateSite, type SitePlan, type SiteToday, YEAR } from "./estimate-site.ts";
import type { SiteSize } from "./measured-sizes.ts";

/** A limit that is reached sooner is a warning: time to change settings or the host. */
export const WARN_DAYS = 180;
/** Nothing is said of a later day. */
const LONGEST_DAYS = 10 * YEAR;

/** The day on which a limit is exceeded, `2029-03-14`, and whether that is soon. */
export interface LimitDay {
  days: number;
  date: string;
  soon: boolean;
}

/** `null`: there is no limit, or it is not exceeded within ten years. */
export function forecastLimit(
  today: SiteToday,
  plan: SitePlan,
  { measure, max, now }: { measure: keyof SiteSize; max: number | null; now: number },
): LimitDay | null {
  if (max === null) return null;
  for (let days = 0; days <= LONGEST_DAYS; days += 1) {
    if (estimateSite(today, plan, days)[measure] <= max) continue;
    const date = new Date(now + days * DAY_MS).toISOString().slice(0, 10);
    return { days, date, soon: days < WARN_DAYS };
  }
  return null;
}
