/** A run of steps without a point: the starts of the first and of the last missing step, in unix milliseconds. */
export interface Gap {
  fromMs: number;
  toMs: number;
  reason: string;
}

/** The missing steps between the first and the last of `times`: starts of steps of `stepMs`, ascending. */
export function findGaps(times: readonly number[], stepMs: number, reason: string): Gap[] {
  return times.flatMap((time, at) => {
    const before = times[at - 1];
    if (before === undefined || time - before <= stepMs) return [];
    return [{ fromMs: before + stepMs, toMs: time - stepMs, reason }];
  });
}
