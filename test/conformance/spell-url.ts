import type { Endpoint } from "../../build/endpoints/endpoint.ts";
import type { Pair } from "./case.ts";

/** The form in which a name is a file's, by the words of the interface: lower-case, escaped once, harmless to every system. */
export function escapeNaively(text: string): string {
  const lower = text.toLowerCase();
  const device = /^(con|prn|aux|nul|com\d|lpt\d|index|search)(\.|$)/.test(lower);
  const last = lower.length - 1;
  return Array.from(lower)
    .map((letter, at) => {
      const dot = letter === "." && (at === 0 || at === last || lower.slice(at) === ".json");
      const plain = /[a-z0-9_.-]/.test(letter) && !dot && !(device && at === 0);
      return plain ? letter : escapeBytes(letter);
    })
    .join("");
}

/** Every byte of a text as an escape. */
export function escapeBytes(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

/** The path of a question without extension: `/api/coins/%24ANRX/history`. */
export function spellPath({ path }: Pick<Endpoint, "path">, name: string | undefined): string {
  return `/api${path.replace(/\{\w+\}/, () => encodeURIComponent(name ?? ""))}`;
}

/** The path of a file: a literal `%` of its name survives one decoding. */
export function spellFile(file: string): string {
  return `/api/${file.replaceAll("%", "%25")}`;
}

/** `?limit=10&search=b%26t`; nothing without parameters. */
export function spellQuery(query: readonly Pair[]): string {
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
