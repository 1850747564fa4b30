/**
 * What "Get this data" says of the file behind a chart. `title`, `coverage` and `isOlder`: of
 * `onShow` of a chart.
 */
export function describeFile({ title, coverage, isOlder }) {
  if (isOlder) return `Its newest point is older than ${title.toLowerCase()}.`;
  return coverage === "" ? "" : `Only ${coverage} are known.`;
}
