import type { Source } from "../../crypto/sources/source.ts";
import type { BinaryFetch } from "../../kit/platform/http/binary-client.ts";
import { sortByName } from "../../lib/entries.ts";
import { computeSha256 } from "../../lib/hash.ts";
import { describeError } from "../../lib/operational-error.ts";
import { renderPageText } from "../../lib/plain-text.ts";
import { isDay, isText, mapOf, objectOf, type ShapeOf } from "../../lib/shape.ts";
import type { Finding } from "./finding.ts";

/** Source → the text of its terms that somebody accepted, and the day. */
export type AcceptedTerms = ShapeOf<typeof isAcceptedTerms>;
export const isAcceptedTerms = mapOf(objectOf({ sha256: isText, on: isDay }));

export type TermsReading = { source: Pick<Source, "id" | "name" | "terms"> } & (
  | { status: "unchanged" | "changed" | "unrecorded"; sha256: string; reason: null }
  /** The page gave no terms: nothing is known about them. */
  | { status: "unread"; sha256: null; reason: string }
);

const MAX_PAGE_BYTES = 8 * 1024 * 1024;
/** Shorter texts are challenges for browsers, shells of programs or error pages. */
const LEAST_CHARACTERS = 1_000;

/**
 * Reads the pages with the terms, and compares their text with what was accepted. A page that
 * cannot be read is `unread`, whatever was accepted before. Does not reject.
 */
export function readTerms(
  sources: readonly Pick<Source, "id" | "name" | "homepage" | "terms">[],
  accepted: AcceptedTerms,
  fetch: BinaryFetch,
): Promise<TermsReading[]> {
  return Promise.all(
    sources.map(async (source): Promise<TermsReading> => {
      try {
        const sha256 = await hashPage(source, fetch);
        const known = accepted[source.id]?.sha256;
        const status = known === undefined ? "unrecorded" : known === sha256 ? "unchanged" : "changed";
        return { source, status, sha256, reason: null };
      } catch (error) {
        return { source, status: "unread", sha256: null, reason: describeError(error) };
      }
    }),
  );
}

async function hashPage({ homepage, terms }: Pick<Source, "homepage" | "terms">, fetch: BinaryFetch): Promise<string> {
  // News and prices on a homepage change with every visit.
  if (terms.url === homepage) throw new Error("no page with its terms is known, only its homepage");
  const body = new TextDecoder().decode(await fetch(terms.url, MAX_PAGE_BYTES));
  const text = renderPageText(body);
  if (text.length < LEAST_CHARACTERS) throw new Error(`the page has only ${text.length} characters of text`);
  return computeSha256(text);
}

/** One finding for each source: whether its terms are those that were accepted. */
export function listTermsFindings(readings: readonly TermsReading[], accepted: AcceptedTerms): Finding[] {
  return readings.map((reading): Finding => {
    const { source, status, reason } = reading;
    const { id, terms } = source;
    const known = accepted[id];
    const subject = id;
    const advice = `Read ${terms.url}, correct \`terms\` of the source, then run: npm run terms -- --accept ${id}`;
    if (status === "unread") return { subject, level: "warning", detail: `unread: ${reason}` };
    if (status === "unrecorded") return { subject, level: "warning", detail: "no accepted text to compare with" };
    if (status === "unchanged") return { subject, level: "ok", detail: `unchanged since ${known?.on}` };
    return { subject, level: "problem", detail: `changed since ${known?.on}`, advice };
  });
}

/** With the texts of these readings accepted on a day, `YYYY-MM-DD`; sorted by source. */
export function acceptTerms(accepted: AcceptedTerms, readings: readonly TermsReading[], on: string): AcceptedTerms {
  const read = readings.flatMap(({ source, sha256 }) =>
    sha256 === null ? [] : [[source.id, { sha256, on }] as const],
  );
  return Object.fromEntries(sortByName(Object.entries({ ...accepted, ...Object.fromEntries(read) })));
}
