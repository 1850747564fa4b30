import type { ArchiveEntry } from "../../api/archive-entry.ts";
import type { World } from "../../api/endpoint.ts";
import { renderJson } from "../../lib/json/render-json.ts";
import { COMPUTED_LICENSE } from "../archives/render-archive.ts";
import type { Artifact } from "../artifact.ts";
import { markDescription } from "../demo-mark.ts";

const CC0 = { name: COMPUTED_LICENSE, path: "https://creativecommons.org/publicdomain/zero/1.0/", title: "CC0 1.0" };

const DESCRIPTION =
  "CSV archives of crypto market data. What the project computes is CC0; values of a source keep its terms, which each resource names.";

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

/** CC0, or the terms of the sources whose values are included. */
function describeLicenses({ license }: ArchiveEntry, sources: World["run"]["sources"]) {
  const passedOn = sources.filter((source) => license.includes(source.license));
  const licenses = [
    ...(license.startsWith(COMPUTED_LICENSE) ? [CC0] : []),
    ...passedOn.map(({ license: title, termsUrl }) => ({ path: termsUrl, title })),
  ];
  return licenses.length === 0 ? {} : { licenses };
}
