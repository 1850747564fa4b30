/** Parses RFC 4180 only: CRLF ends rows, quotes surround whole cells, a quote inside is doubled. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const fail = (what: string): never => {
    throw new Error(`${what} at: ${JSON.stringify(text.slice(at, at + 60))}`);
  };
  while (at < text.length) {
    let cell: string;
    if (text[at] === '"') {
      let end = at + 1;
      for (;;) {
        end = text.indexOf('"', end);
        if (end === -1) fail("A quote has no end");
        if (text[end + 1] !== '"') break;
        end += 2;
      }
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else {
      const plain = /[^",\r\n]*/y;
      plain.lastIndex = at;
      cell = plain.exec(text)![0];
      at += cell.length;
    }
    row.push(cell);
    if (text[at] === ",") {
      at += 1;
      continue;
    }
    if (text.slice(at, at + 2) !== "\r\n") fail("A cell ends in neither a comma nor CRLF");
    at += 2;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) fail("The last row has no end");
  return rows;
}
