/** Members of a list of objects, of a list of plain values, and of a map of many, that an example shows. */
const OBJECTS = 1;
const VALUES = 3;
const MAP_ENTRIES = 4;
/** More keys than any object of the interface has: it is a map then. */
const MAP_FROM = 50;

/** An answer as an example in the documentation: JSON, with what is only more of the same counted instead of shown. */
export function renderExample(value: unknown, indent = ""): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) return renderList(value, indent, inner);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const shown = entries.length >= MAP_FROM ? entries.slice(0, MAP_ENTRIES) : entries;
  const lines = shown.map(([name, member]) => `${inner}${JSON.stringify(name)}: ${renderExample(member, inner)}`);
  return `{\n${join(lines, entries.length - shown.length, inner)}\n${indent}}`;
}

function renderList(list: readonly unknown[], indent: string, inner: string): string {
  if (list.every(isShort)) {
    const shown = list.slice(0, VALUES).map((member) => JSON.stringify(member));
    const rest = list.length - shown.length;
    return `[${shown.join(", ")}${rest > 0 ? `, … ${rest} more` : ""}]`;
  }
  const lines = list.slice(0, OBJECTS).map((member) => `${inner}${renderExample(member, inner)}`);
  return `[\n${join(lines, list.length - lines.length, inner)}\n${indent}]`;
}

function join(lines: readonly string[], rest: number, inner: string): string {
  return lines.join(",\n") + (rest > 0 ? `,\n${inner}… ${rest} more` : "");
}

/** A plain value or a point of a series. */
function isShort(value: unknown): boolean {
  return Array.isArray(value)
    ? value.every((one) => typeof one !== "object")
    : typeof value !== "object" || value === null;
}
