/** The first entries of a list for a person; a last entry counts the others. */
export function cutList(entries: readonly string[], most = 10): string[] {
  if (entries.length <= most) return [...entries];
  return [...entries.slice(0, most), `… and ${(entries.length - most).toLocaleString("en-US")} more`];
}
