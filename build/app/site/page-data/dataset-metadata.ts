import type { Archive } from "../../../crypto/api/endpoints/data-archives.ts";
import { COMPUTED_LICENSE, COMPUTED_LICENSE_URL } from "../../../kit/api/license.ts";
import type { Group } from "../../../lib/collections.ts";

const SCHEMA_ORG = "https://schema.org/";

const MEDIA_TYPES: Readonly<Record<Archive["formats"][number]["format"], string>> = {
  "csv.gz": "application/gzip",
  parquet: "application/vnd.apache.parquet",
};

/** Newest files per dataset: the list of archives has all of them. */
const FILES = 12;

export interface Publisher {
  name: string;
  /** URL of the source code, if it is known. */
  repository: string | null;
  /** The site's own address with a slash at the end, if it is known. */
  baseUrl: string | null;
}

/**
 * One schema.org `Dataset` per dataset, as JSON-LD for the archives page. Without `baseUrl` the
 * URLs are relative to that page. Search engines require `name` and `description`.
 */
export function describeDatasets(datasets: ReadonlyMap<string, Group<Archive>>, publisher: Publisher) {
  return {
    "@context": SCHEMA_ORG,
    "@graph": [...datasets].map(([id, files]) => describeDataset(id, files, publisher)),
  };
}

function describeDataset(id: string, files: Group<Archive>, { name, repository, baseUrl }: Publisher) {
  const { description, license, columns } = files[0];
  const covered = describePeriod(files);
  const root = baseUrl ?? "../";
  return {
    "@type": "Dataset",
    name: `${name}: ${id}`,
    description,
    identifier: id,
    url: `${root}archives/`,
    isAccessibleForFree: true,
    creator: { "@type": "Organization", name, ...(repository !== null && { url: repository }) },
    license: license === COMPUTED_LICENSE ? COMPUTED_LICENSE_URL : { "@type": "CreativeWork", name: license },
    ...(covered !== null && { temporalCoverage: covered }),
    variableMeasured: columns.map((column) => ({
      "@type": "PropertyValue",
      name: column.name,
      description: column.description,
      ...(column.unit !== null && { unitText: column.unit }),
    })),
    distribution: files.slice(-FILES).flatMap(({ formats }) =>
      formats.map(({ format, url, size_bytes, sha256 }) => ({
        "@type": "DataDownload",
        encodingFormat: MEDIA_TYPES[format],
        contentUrl: `${root}api/${url}`,
        contentSize: `${size_bytes} B`,
        sha256,
      })),
    ),
  };
}

/** An ISO 8601 interval from the first to the last row; `null` if no file has a time. */
function describePeriod(files: readonly Archive[]): string | null {
  const starts = files.flatMap(({ period_start }) => period_start ?? []).sort();
  const ends = files.flatMap(({ period_end }) => period_end ?? []).sort();
  return starts.length === 0 || ends.length === 0 ? null : `${starts[0]}/${ends.at(-1)}`;
}
