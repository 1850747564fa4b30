/** When the year at the end of `global/2026` is over. */
export function endOfYear(name: string): number {
  return Date.UTC(Number(name.slice(-4)) + 1, 0, 1);
}

/** When the month at the end of `news/2026-11` is over. */
export function endOfMonth(name: string): number {
  return Date.UTC(Number(name.slice(-7, -3)), Number(name.slice(-2)), 1);
}
