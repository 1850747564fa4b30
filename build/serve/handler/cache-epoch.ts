/** Tells which moment it is; what was learnt of the disk in one moment is not believed in the next. */
export type Moment = () => number;

/** Moments of `lengthMs` each; with 0, no two questions fall into the same one. */
export function createMoment(lengthMs: number, now: () => number = performance.now.bind(performance)): Moment {
  let questions = 0;
  return lengthMs > 0 ? () => Math.floor(now() / lengthMs) : () => ++questions;
}
