import { renderJson } from "../../../lib/json/render-json.ts";
import type { ArchiveEntry } from "../../api/archive-entry.ts";
import { COMPUTED_LICENSE, COMPUTED_LICENSE_URL, isComputedLicense } from "../../api/license.ts";
import type { BaseWorld, BuildSource } from "../../api/world.ts";
import type { Artifact } from "../../platform/artifact.ts";
import type { About } from "../api.ts";
import { markDescription, markTitle } from "../demo-mark.ts";

/**
 * A Frictionless data package (version 1, tabular profile), for tools that load tables with types.
 * Paths are relative to the document.
 */
export function renderDatapackage(
  entries: readonly ArchiveEntry[],
  world: Pick<BaseWorld, "sample" | "run">,
  { name, packageName, archives }: Pick<About, "name" | "packageName" | "archives">,
): Artifact {
  const document = {
    profile: "tabular-data-package",
    name: packageName,
    title: markTitle(name, world),
    description: markDescription(archives, world),
    resources: entries.map((entry) => describeResource(entry, world.run.sources)),
  };
  return { path: "api/data/datapackage.json", body: renderJson(document) };
}

function describeResource(entry: ArchiveEntry, known: readonly BuildSource[]) {
  const sources = entry.sources.flatMap((id) => known.find((source) => source.id === id) ?? []);
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
function describeLicenses({ license }: ArchiveEntry, sources: readonly BuildSource[]) {
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
