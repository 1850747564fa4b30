/** Tables of text. Those of class `numbers` keep their columns on narrow screens. */
const TEXT_TABLE = /<table(?![^>]*\bclass="[^"]*\bnumbers\b)[^>]*>[\s\S]*?<\/table>/g;
const CELL = /<(t[dh])\b([^>]*)>/g;

/**
 * Writes the heading of its column into each cell of the tables of text, as `data-label`: on
 * phones each row is a card of labelled lines. Two columns need no labels: the card has a title and
 * one text. `markup`: of a page.
 */
export function labelCells(markup) {
  return markup.replace(TEXT_TABLE, (table) => {
    const [head, ...bodies] = table.split("</thead>");
    if (bodies.length === 0) return table;
    const labels = [...head.matchAll(/<(t[dh])\b[^>]*>([\s\S]*?)<\/\1>/g)].map(([, , text]) =>
      text.replace(/<[^>]*>/g, "").trim(),
    );
    if (labels.length < 3) return table;
    const rows = bodies.join("</thead>").split(/(?=<tr\b)/);
    return [head, "</thead>", ...rows.map((row) => labelRow(row, labels))].join("");
  });
}

function labelRow(row, labels) {
  let column = 0;
  return row.replace(CELL, (cell, name, attributes) => {
    const label = labels[column];
    column += Number(/\bcolspan="(\d+)"/.exec(attributes)?.[1] ?? 1);
    return name === "th" || !label || attributes.includes("data-label=")
      ? cell
      : `<td${attributes} data-label="${label}">`;
  });
}
