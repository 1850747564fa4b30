/** Columns of equal width, the first row being the heads. The first column stands to the left, as names do; the others to the right. */
export function renderTable(rows: readonly (readonly string[])[], left: readonly number[] = [0]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) => {
    const width = widths[column] ?? 0;
    return left.includes(column) ? cell.padEnd(width) : cell.padStart(width);
  };
  return rows.map((row) => `${row.map(pad).join("  ").trimEnd()}\n`).join("");
}
