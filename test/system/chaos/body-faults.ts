import { gzipSync } from "node:zlib";
import type { Fault } from "./fault.ts";

const PAGE =
  '<!doctype html><html lang="en"><head><title>Just a moment...</title></head><body>Checking your browser</body>';
const DEPTH = 50_000;

const text = (edit: (body: string) => string) => (body: string) => ({ body: Buffer.from(edit(body)) });

export const BODY_FAULTS: readonly Fault[] = [
  {
    id: "html",
    what: "a page of HTML with status 200",
    level: "body",
    edit: () => ({ headers: { "content-type": "text/html" }, body: Buffer.from(PAGE) }),
  },
  { id: "empty", what: "an empty body with status 200", level: "body", edit: text(() => "") },
  {
    id: "truncated-json",
    what: "the first half of the body, presented as complete",
    level: "body",
    edit: text((body) => body.slice(0, Math.floor(body.length / 2))),
  },
  {
    id: "truncated-gzip",
    what: "a truncated compressed body",
    level: "body",
    edit(body) {
      const packed = gzipSync(body, { level: 1 });
      return { headers: { "content-encoding": "gzip" }, body: packed.subarray(0, Math.floor(packed.length * 0.6)) };
    },
  },
  {
    id: "gzip-bomb",
    what: "150 MB of spaces in 150 KB of gzip",
    level: "body",
    edit: () => ({ headers: { "content-encoding": "gzip" }, body: getBomb() }),
  },
  {
    id: "other-schema",
    what: "a valid response of another upstream",
    level: "body",
    edit: (_body, { foreign }) => ({ body: Buffer.from(foreign()) }),
  },
  {
    id: "zero-rows",
    what: "the expected shape without rows",
    level: "body",
    edit: text((body) => editRows(body, () => [])),
  },
  {
    id: "half-rows",
    what: "half of the rows",
    level: "body",
    edit: text((body) => editRows(body, (rows) => rows.slice(0, Math.floor(rows.length / 2)))),
  },
  {
    id: "tenfold-rows",
    what: "every row ten times",
    level: "body",
    edit: text((body) => editRows(body, (rows) => Array.from({ length: 10 }, () => rows).flat())),
  },
  {
    id: "wrong-charset",
    what: "UTF-8 declared as UTF-16",
    level: "body",
    edit: (body) => ({ headers: { "content-type": "application/json; charset=utf-16le" }, body: Buffer.from(body) }),
  },
  {
    id: "unknown-charset",
    what: "an unknown charset",
    level: "body",
    edit: (body) => ({ headers: { "content-type": "application/json; charset=x-user" }, body: Buffer.from(body) }),
  },
  {
    id: "broken-bytes",
    what: "invalid UTF-8 bytes in the text",
    level: "body",
    edit(body) {
      const bytes = Buffer.from(body);
      for (let at = 7; at < bytes.length; at += 97) bytes[at] = 0xc3;
      return { body: bytes };
    },
  },
  {
    id: "figures-times-100",
    what: "decimal numbers multiplied by 100",
    level: "body",
    lies: true,
    edit: text((body) => body.replace(/\d+\.\d+/g, (figure) => String(Number(figure) * 100))),
  },
  {
    id: "duplicate-keys",
    what: "duplicate keys with different values",
    level: "body",
    edit: text((body) => body.replace(/([{,])("[^"\\]{1,40}":)/g, "$1$2null,$2")),
  },
  {
    id: "deep-nesting",
    what: `${DEPTH.toLocaleString("en-US")} brackets in each other`,
    level: "body",
    edit: text(() => `${"[".repeat(DEPTH)}1${"]".repeat(DEPTH)}`),
  },
  {
    id: "deep-value",
    what: "deep nesting in place of the first value of every row",
    level: "body",
    edit: text((body) => {
      let left = 20;
      return body.replace(/:("[^"\\]*"|-?\d[\d.eE+-]*)(?=[,}])/g, (all) =>
        left-- > 0 ? `:${'{"a":['.repeat(2_000)}${"]}".repeat(2_000)}` : all,
      );
    }),
  },
  {
    id: "prototype-keys",
    what: "keys that target object prototypes (__proto__)",
    level: "body",
    edit: text((body) =>
      body
        .replaceAll("{", '{"__proto__":{"polluted":1,"last":"1","price":1},"constructor":{"prototype":{"polluted":1}},')
        .replace(/,\}/g, "}"),
    ),
  },
];

let bomb: Buffer | undefined;

function getBomb(): Buffer {
  bomb ??= gzipSync(Buffer.alloc(150_000_000, " "));
  return bomb;
}

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
