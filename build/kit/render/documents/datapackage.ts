import type { ArchiveEntry } from "../../../kit/api/archive-entry.ts";
import { COMPUTED_LICENSE, COMPUTED_LICENSE_URL, isComputedLicense } from "../../../kit/api/license.ts";
import type { Artifact } from "../../../kit/platform/artifact.ts";
import { markDescription } from "../../../kit/render/demo-mark.ts";
import { renderJson } from "../../../lib/json/render-json.ts";
import type { World } from "../../api/world.ts";

const DESCRIPTION =
  "CSV archives of crypto market data. What the project computes is CC0 as far as it holds rights in it. Values of a source keep its terms, and some sources forbid republishing: each resource names them.";

/**
 * A Frictionless data package (version 1, tabular profile), for tools that load tables with types.
 * Paths are relative to the document.
 */
export function renderDatapackage(entries: readonly ArchiveEntry[], world: World): Artifact {
  const document = {
    profile: "tabular-data-package",
    name: "open-crypto-data",
    title: world.sample ? "Open Crypto Data (sample data)" : "Open Crypto Data",
    description: markDescription(DESCRIPTION, world),
    resources: entries.map((entry) => describeResource(entry, world)),
  };
  return { path: "api/data/datapackage.json", body: renderJson(document) };
}

function describeResource(entry: ArchiveEntry, world: World) {
  const sources = entry.sources.flatMap((id) => world.run.sources.find((source) => source.id === id) ?? []);
  return {
    name: entry.filename.replace(/\.csv\.gz$/, ""),
    profile: "tabular-data-resource",
    path: `download/${entry.filename}`,
    description: entry.description,
    format: "csv",
    mediatype: "text/csv",
    compression: "gz",
    encoding: "utf-8",
    dialect: { delimiter: ",", quoteChar: '"', doubleQuote: true, lineTerminator: "\r\n", header: true },
    bytes: entry.sizeBytes,
    hash: `sha256:${entry.sha256}`,
    rows: entry.rows,
    ...(sources.length === 0
      ? {}
      : { sources: sources.map(({ name, homepage }) => ({ title: name, path: homepage })) }),
    ...describeLicenses(entry, sources),
    schema: {
      missingValues: [""],
      fields: entry.columns.map(({ name, type, unit, description }) => ({
        name,
        type,
        description,
        ...(unit === undefined ? {} : { unit }),
      })),
    },
  };
}

/** CC0 for what is computed, and the terms of the sources that the licence of the file names. */
function describeLicenses({ license }: ArchiveEntry, sources: World["run"]["sources"]) {
  const named = sources.filter((source) => license.includes(source.license));
  const licenses = [
    ...(isComputedLicense(license) ? [describeComputed(license)] : []),
    ...named.map(({ license: title, terms }) => ({ path: terms.url, title })),
  ];
  return licenses.length === 0 ? {} : { licenses };
}

/** Only a file without rights of others has the licence by its name, which programs read. */
function describeComputed(license: string) {
  const [title = license] = license.split("; ");
  return license === COMPUTED_LICENSE
    ? { name: COMPUTED_LICENSE, path: COMPUTED_LICENSE_URL, title: "CC0 1.0" }
    : { path: COMPUTED_LICENSE_URL, title };
}
