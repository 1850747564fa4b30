/** The days of a CSV archive, by the columns `date` and `column`. */
export async function loadDays(url, column) {
  return readDays(await readArchive(url), column);
}

/** The points of a CSV column, by the column `date`. Drops cells that are not numbers. */
export function readDays(csv, column) {
  const [head = "", ...lines] = csv.trimEnd().split(/\r?\n/);
  const names = head.split(",");
  const dateAt = names.indexOf("date");
  const valueAt = names.indexOf(column);
  if (dateAt === -1 || valueAt === -1) throw new Error(`There is no column ${column}`);
  return lines.flatMap((line) => {
    const cells = line.split(",");
    const value = cells[valueAt];
    const timeMs = Date.parse(`${cells[dateAt]}T00:00:00Z`);
    return value === undefined || value === "" || Number.isNaN(timeMs) || Number.isNaN(Number(value))
      ? []
      : [[timeMs, Number(value)]];
  });
}

/** The text of an archive. Some hosts decompress it, so the first bytes decide. */
async function readArchive(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new TextDecoder().decode(bytes);
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).text();
}
