/** Of the rows of a list, the one thing that tells their age; rows of other lists have no such field. */
export interface AgedRow {
  last_updated?: string | null;
}

/**
 * `updated_at`, `expires_at` and `stale` of some rows out of a whole list, whose own ones are in
 * `meta`: those of the newest price among them. Nothing where no row has a time.
 */
export function computeListAge(rows: readonly AgedRow[], meta: Readonly<Record<string, unknown>>) {
  const parse = (time: unknown) => Date.parse(String(time));
  let newest = "";
  // Times of one form sort as texts do.
  for (const { last_updated: time } of rows) if (time && time > newest) newest = time;
  if (!newest) return {};
  const expiresMs = parse(newest) + parse(meta["expires_at"]) - parse(meta["updated_at"]);
  const expires_at = new Date(expiresMs).toISOString().replace(".000", "");
  return { updated_at: newest, expires_at, stale: meta["stale"] === true || expiresMs <= parse(meta["updated_at"]) };
}
