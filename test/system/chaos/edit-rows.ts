type Rows = readonly (readonly [key: string, value: unknown])[];

/**
 * Edits the rows of a body: the entries of its largest list or largest object; in XML its items,
 * entries or rates. A body without rows stays as it is.
 */
export function editRows(text: string, edit: (rows: Rows) => Rows): string {
  if (text.trimStart().startsWith("<")) return editElements(text, edit);
  const body: unknown = JSON.parse(text);
  const largest = findLargest(body);
  if (largest === undefined) return text;
  const entries = edit(Object.entries(largest));
  if (Array.isArray(largest)) {
    largest.splice(0, largest.length, ...entries.map(([, value]) => value));
    return JSON.stringify(body);
  }
  const object = largest as Record<string, unknown>;
  for (const key of Object.keys(object)) delete object[key];
  for (const [index, [key, value]] of entries.entries()) object[key in object ? `${key}${index}` : key] = value;
  return JSON.stringify(body);
}

function findLargest(value: unknown): object | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  let largest: object | undefined;
  for (const candidate of [value, ...Object.values(value).map(findLargest)]) {
    if (candidate === undefined) continue;
    if (largest === undefined || weigh(candidate) > weigh(largest)) largest = candidate;
  }
  return largest;
}

/**
 * In a small market a row may have as many fields as there are rows: the container of rows wins.
 */
function weigh(value: object): number {
  const values = Object.values(value);
  const holdsRows = Array.isArray(value) || values.every((each) => typeof each === typeof values[0]);
  return values.length * (holdsRows ? 1_000 : 1) * (typeof values[0] === "object" ? 1_000 : 1);
}

const ELEMENT = /<(item|entry)\b[\s\S]*?<\/\1>|<Cube currency=[^>]*>/g;

function editElements(text: string, edit: (rows: Rows) => Rows): string {
  const found = [...text.matchAll(ELEMENT)].map(([element]) => element);
  const kept = edit(found.map((element) => ["", element]));
  let first = true;
  return text.replace(ELEMENT, () => {
    const all = first ? kept.map(([, element]) => String(element)).join("") : "";
    first = false;
    return all;
  });
}
