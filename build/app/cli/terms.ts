import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sources as allSources } from "../../crypto/sources/registry.ts";
import type { Source } from "../../crypto/sources/source.ts";
import { createBinaryClient } from "../../kit/platform/http/binary-client.ts";
import { replaceFile } from "../../kit/platform/output/replace-file.ts";
import { parseJson } from "../../lib/json/parse-json.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { renderDay } from "../../lib/time.ts";
import {
  type AcceptedTerms,
  acceptTerms,
  isAcceptedTerms,
  listTermsFindings,
  readTerms,
  type TermsReading,
} from "../diagnostics/check-terms.ts";
import { hasProblem } from "../diagnostics/finding.ts";
import { loadOwnConfig } from "./kit/find-site-address.ts";
import { PROJECT } from "./kit/installation.ts";
import { type ReportFlags, reportFindings } from "./kit/report-findings.ts";
import { stdout } from "./kit/standard-streams.ts";

export interface TermsFlags extends ReportFlags {
  only?: string;
  /** Ids of the sources whose terms somebody has read as they are now. */
  accept?: readonly string[];
}

export interface TermsPlace {
  sources: readonly Source[];
  /** The file with the accepted texts. */
  file: string;
  now(): number;
}

export const OWN_TERMS: TermsPlace = {
  sources: allSources,
  file: join(PROJECT, "build/crypto/sources/accepted-terms.json"),
  now: Date.now,
};

/**
 * `npm run terms`: compares the pages with the terms of the sources with the texts that somebody
 * accepted, or accepts them. Fails after the report if one changed.
 */
export async function termsCommand(flags: TermsFlags, place: TermsPlace = OWN_TERMS): Promise<void> {
  const { only, accept } = flags;
  if (accept?.length === 0)
    throw new OperationalError("--accept names no source: name those whose terms you have read, such as kraken,ecb.");
  const chosen = pickSources(place.sources, accept ?? (only ? [only] : undefined));
  const { accepted, readings } = await readOwnTerms({ ...place, sources: chosen });
  if (accept !== undefined) return acceptNow(accepted, readings, place);
  const findings = listTermsFindings(readings, accepted);
  reportFindings("Terms of the sources", findings, flags);
  if (!hasProblem(findings)) return;
  const changed = findings.filter(({ level }) => level === "problem").map(({ subject }) => subject);
  throw new OperationalError(`Terms have changed: ${changed.join(", ")}.`);
}

/** Also for the workflow. */
export async function readOwnTerms({ sources, file }: Pick<TermsPlace, "sources" | "file">) {
  const accepted = readAccepted(file);
  const client = createBinaryClient({ userAgent: loadOwnConfig({}).config.userAgent });
  try {
    return { accepted, readings: await readTerms(sources, accepted, client.fetch) };
  } finally {
    await client.close();
  }
}

/** All or nothing: a page that was not read is not accepted. */
async function acceptNow(
  accepted: AcceptedTerms,
  readings: readonly TermsReading[],
  { file, now }: TermsPlace,
): Promise<void> {
  const unread = readings.flatMap(({ source, reason }) => (reason === null ? [] : `${source.id}: ${reason}`));
  if (unread.length > 0) throw new OperationalError(`Nothing was accepted. ${unread.join("; ")}.`);
  const day = renderDay(now());
  await replaceFile(file, `${JSON.stringify(acceptTerms(accepted, readings, day), null, 2)}\n`);
  for (const { source } of readings) stdout.print(`Accepted the terms of ${source.id} as they are on ${day}.`);
}

function readAccepted(file: string): AcceptedTerms {
  const value = parseJson(readFileSync(file, "utf8"));
  if (!isAcceptedTerms(value)) throw new OperationalError(`${file} does not hold accepted terms.`);
  return value;
}

function pickSources(sources: readonly Source[], ids: readonly string[] | undefined): Source[] {
  if (ids === undefined) return [...sources];
  return ids.map((id) => {
    const source = sources.find((one) => one.id === id);
    if (source !== undefined) return source;
    throw new OperationalError(`There is no source "${id}". Known: ${sources.map((one) => one.id).join(", ")}.`);
  });
}
