import { gunzipSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import { findSimulator } from "../../build/crypto/demo/simulators.ts";
import { sources } from "../../build/crypto/sources/registry.ts";
import type { MemoryFiles } from "../kit/platform/output/memory-output.ts";
import type { Tamper } from "./sample-runs.ts";

/*
 * Marks the numbers, links and addresses of every restricted source with digits of its own: four
 * leading digits stay, so that prices remain plausible, and eight digits of the mark follow, which
 * are twelve, as many as are published. Texts get the same digits at their end.
 */

/** Source → digits that no other source sends. */
export const MARKS: ReadonlyMap<string, string> = new Map(
  sources
    .filter(({ terms }) => terms.class === "restricted")
    .map(({ id }, at) => [id, `8${at + 1}9${at + 1}9${at + 1}87`] as const),
);

/** Names and ids identify a coin or a market. They are no values, and requests depend on them. */
const IDENTITY = /^(id|symbol|name|slug|base|quote|gecko_id|display_name|country|year_established)$/i;
/** Unix seconds and milliseconds of this century. */
const isTime = (value: number) => (value > 9e8 && value < 4e9) || (value > 9e11 && value < 4e12);
const SMALLEST = 1e-12;
const KEPT_DIGITS = 4;

function markNumber(value: number, mark: string): number {
  const isCount = Number.isInteger(value) && Math.abs(value) < 1e6;
  if (isCount || isTime(value) || Math.abs(value) < SMALLEST) return value;
  const [digits = "", exponent = "0"] = Math.abs(value).toExponential(15).split("e");
  const kept = digits.replace(".", "").slice(0, KEPT_DIGITS);
  return Math.sign(value) * Number(`${kept}${mark}e${Number(exponent) - (KEPT_DIGITS + mark.length - 1)}`);
}

function markText(text: string, mark: string): string {
  if (/^-?\d+\.\d+$/.test(text)) {
    const marked = markNumber(Number(text), mark);
    return String(marked).includes("e") ? marked.toFixed(20) : String(marked);
  }
  if (/^0x[0-9a-f]{40}$/i.test(text)) return `${text.slice(0, -mark.length)}${mark}`;
  return /^https?:\/\//.test(text) ? `${text}?${mark}` : text;
}

function markValue(value: unknown, mark: string): unknown {
  if (typeof value === "number") return markNumber(value, mark);
  if (typeof value === "string") return markText(value, mark);
  if (Array.isArray(value)) return value.map((one) => markValue(one, mark));
  if (typeof value !== "object" || value === null) return value;
  const marked = Object.entries(value).map(([key, one]) => [key, IDENTITY.test(key) ? one : markValue(one, mark)]);
  return Object.fromEntries(marked);
}

/** Marks the answers of restricted sources, as the upstream would have sent them. */
export const markAnswers: Tamper = (url, body) => {
  const source = findSimulator(new URL(url).host)?.source;
  const mark = source === undefined ? undefined : MARKS.get(source);
  // An answer of 304 has no body.
  return mark === undefined || body === "" ? undefined : JSON.stringify(markValue(JSON.parse(body), mark));
};

/**
 * The sources whose mark is in a text: in a number after its four leading digits, with or without
 * a point, or at the end of a link or an address. A tree has millions of digits, so that a mark at
 * any place would be found by chance.
 */
function findMarks(text: string): string[] {
  const digits = text.replaceAll(/(?<=\d)\.(?=\d)/g, "");
  return [...MARKS].flatMap(([id, mark]) => (createMarkPattern(mark).test(digits) ? id : []));
}

function createMarkPattern(mark: string): RegExp {
  return new RegExp(`(?<!\\d)0*[1-9]\\d{${KEPT_DIGITS - 1}}${mark}|\\?${mark}|0x[0-9a-f]{32}${mark}`);
}

/** Source → the files that hold a value of it; archives are unpacked, Parquet is decoded. */
export async function findMarkedFiles(files: MemoryFiles): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const [path, body] of files) {
    for (const id of findMarks(await readText(path, body))) found.set(id, [...(found.get(id) ?? []), path]);
  }
  return found;
}

async function readText(path: string, body: Uint8Array | string): Promise<string> {
  if (typeof body === "string") return body;
  const bytes = Buffer.from(body);
  if (path.endsWith(".parquet")) {
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
    return JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value));
  }
  // GZIP has two magic bytes (RFC 1952, 2.3.1).
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString();
}
