import { z } from "zod";
import type { BinaryFetch } from "../../kit/platform/http/binary-client.ts";
import { describeError } from "../../lib/operational-error.ts";
import { MINUTE_MS } from "../../lib/time.ts";

/** A run takes some minutes: the next one at the same minute must still be due. */
export const LARGEST_SLACK_MS = 10 * MINUTE_MS;
const MAX_BYTES = 64 * 1024 * 1024;

const Status = z.object({ data: z.object({ generated_at: z.iso.datetime() }) });

/** When a published site was built, in unix milliseconds; `null` with the reason if unknown. */
export type LastBuild = { builtMs: number } | { builtMs: null; fault: string };

/** Reads the time from `/api/status.json` of the site. */
export async function readLastBuild(baseUrl: string, fetch: BinaryFetch, run: string): Promise<LastBuild> {
  const url = `${baseUrl}api/status.json`;
  let body: Uint8Array;
  try {
    body = await fetch(`${url}?run=${run}`, MAX_BYTES);
  } catch (error) {
    return { builtMs: null, fault: describeError(error) };
  }
  try {
    const { data } = Status.parse(JSON.parse(new TextDecoder().decode(body)));
    return { builtMs: Date.parse(data.generated_at) };
  } catch {
    return { builtMs: null, fault: `${url} names no build` };
  }
}

/**
 * Whether the last build is older than the cadence. Schedules have more times than builds are
 * needed, because GitHub leaves out most of them: a run ends early while the last build is recent.
 */
export function isDue({
  lastBuildMs,
  cadenceMinutes,
  now,
}: {
  lastBuildMs: number | null;
  cadenceMinutes: number;
  now: number;
}): boolean {
  if (lastBuildMs === null) return true;
  const cadenceMs = cadenceMinutes * MINUTE_MS;
  const slackMs = Math.min(LARGEST_SLACK_MS, cadenceMs / 3);
  const ageMs = now - lastBuildMs;
  // A build of the future means a wrong clock, which the gate judges.
  return ageMs >= cadenceMs - slackMs || ageMs < -slackMs;
}
