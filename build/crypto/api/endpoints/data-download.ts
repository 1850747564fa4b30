import { nameParquetFile } from "../../../kit/api/archive-entry.ts";
import type { Params } from "../../../kit/api/endpoint.ts";
import type { ParameterMap } from "../../../kit/api/query.ts";
import { defineEndpoint } from "../define-endpoint.ts";

export const DOWNLOAD_PATH = "/data/download/{filename}";
export const downloadParameters: ParameterMap = {
  filename: {
    in: "path",
    type: "string",
    description: "Name of an archive, as the list of archives gives it.",
    noun: "archive",
    example: "coins-latest.csv.gz",
    required: true,
  },
};

export const dataDownload = defineEndpoint({
  id: "data-download",
  path: DOWNLOAD_PATH,
  docs: {
    tag: "downloads",
    title: "Archive download",
    description:
      "One archive: a gzip-compressed CSV file, or the same rows as Apache Parquet (`.parquet`). The checksum of a " +
      "CSV file is beside it, with `.sha256` added to the name; the list of archives has both.",
  },
  parameters: downloadParameters,
  kinds: [],
  body: { form: "download" },
  *variants({ archives }): Iterable<Params> {
    for (const { filename, parquet } of archives) {
      yield { filename };
      if (parquet !== undefined) yield { filename: nameParquetFile(filename) };
    }
  },
  /** The archives render the file; this is only its name. */
  compute(_world, params) {
    return { data: params["filename"] };
  },
});
