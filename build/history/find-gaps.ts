/** Steps without a point: starts of the first and of the last one, in unix milliseconds. */
export interface Gap {
  fromMs: number;
  toMs: number;
  reason: string;
}

/** The missing steps within `times`, which are ascending starts of steps of `stepMs`. */
export function findGaps(times: readonly number[], stepMs: number, reason: string): Gap[] {
  return times.flatMap((time, at) => {
    const before = times[at - 1];
    if (before === undefined || time - before <= stepMs) return [];
    return [{ fromMs: before + stepMs, toMs: time - stepMs, reason }];
  });
}
