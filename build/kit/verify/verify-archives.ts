import { gunzipSync } from "node:zlib";
import { parquetMetadata } from "hyparquet";
import { z } from "zod";
import { countCsvRows } from "../../lib/count-csv-rows.ts";
import { computeSha256 } from "../../lib/hash.ts";
import { describeError } from "../../lib/operational-error.ts";
import { MAX_FILE_BYTES } from "../platform/artifact.ts";
import { type PublishedFile, type ReadFile, readPublished, type Verdict } from "./read-published.ts";

const FOLDER = "api/data";
const LIST = `${FOLDER}/archives.json`;
const DATAPACKAGE = `${FOLDER}/datapackage.json`;

const archiveList = z.object({
  data: z.array(
    z.object({
      filename: z.string(),
      rows: z.number(),
      size_bytes: z.number(),
      uncompressed_size_bytes: z.number(),
      sha256: z.string(),
      sha256_uncompressed: z.string(),
      columns: z.array(z.object({ name: z.string() })),
      formats: z.array(z.object({ format: z.string(), url: z.string(), size_bytes: z.number(), sha256: z.string() })),
    }),
  ),
});

const datapackage = z.object({
  resources: z.array(
    z.object({
      path: z.string(),
      bytes: z.number(),
      hash: z.string(),
      schema: z.object({ fields: z.array(z.object({ name: z.string() })) }),
    }),
  ),
});

type ArchiveRow = z.infer<typeof archiveList>["data"][number];

interface ListedParquet {
  row: ArchiveRow;
  file: ArchiveRow["formats"][number];
}

export type CheckFile = (path: string, body: Uint8Array, verdict: Verdict) => void;

/** Reads the list of archives and returns the checks of their files. */
export async function openArchiveChecks(
  readFile: ReadFile,
  files: ReadonlyMap<string, PublishedFile>,
  verdict: Verdict,
): Promise<CheckFile> {
  const rows = (await readPublished(readFile, LIST, archiveList, verdict))?.data ?? [];
  await verifyDatapackage(readFile, rows, verdict);
  const byPath = new Map(rows.map((row) => [`${FOLDER}/download/${row.filename}`, row]));
  const parquet = new Map<string, ListedParquet>(
    rows.flatMap((row) =>
      row.formats.flatMap((file) => (file.format === "parquet" ? [[`api/${file.url}`, { row, file }] as const] : [])),
    ),
  );
  for (const path of parquet.keys())
    verdict.check(files.has(path), `${path}: the list of archives names it, but it does not exist`);
  for (const path of byPath.keys()) {
    for (const file of [path, `${path}.sha256`])
      verdict.check(files.has(file), `${file}: the list of archives names it, but it does not exist`);
  }
  return (path, body, own) => {
    const row = byPath.get(path);
    if (row !== undefined) verifyArchive(path, body, row, own);
    const listed = parquet.get(path);
    if (listed !== undefined) verifyParquet(path, body, listed, own);
    const owner = byPath.get(path.replace(/\.sha256$/, ""));
    if (owner === undefined || owner === row) return;
    const line = new TextDecoder().decode(body);
    own.check(line === `${owner.sha256}  ${owner.filename}\n`, `${path}: does not state the listed sha256`);
  };
}

function verifyArchive(path: string, body: Uint8Array, row: ArchiveRow, verdict: Verdict): void {
  verdict.check(body.length === row.size_bytes, `${path}: ${body.length} bytes, listed with ${row.size_bytes}`);
  verdict.check(body.length <= MAX_FILE_BYTES, `${path}: larger than the ${MAX_FILE_BYTES} bytes that hosts take`);
  verdict.check(computeSha256(body) === row.sha256, `${path}: not the listed sha256`);
  try {
    const size = row.uncompressed_size_bytes;
    // A file that unpacks to more than its stated size is not unpacked completely.
    const csv = gunzipSync(body, { maxOutputLength: size + 1 });
    verdict.check(csv.length === size, `${path}: ${csv.length} bytes uncompressed, listed with ${size}`);
    verdict.check(computeSha256(csv) === row.sha256_uncompressed, `${path}: not the listed uncompressed sha256`);
    const rows = countCsvRows(csv);
    verdict.check(rows === row.rows, `${path}: ${rows} rows, listed with ${row.rows}`);
    const header = csv.subarray(0, csv.indexOf("\r\n")).toString();
    const columns = listNames(row.columns);
    verdict.check(header === columns, `${path}: the header is ${header}, listed as ${columns}`);
  } catch (error) {
    verdict.check(false, `${path}: unreadable: ${describeError(error)}`);
  }
}

function verifyParquet(path: string, body: Uint8Array, { row, file }: ListedParquet, verdict: Verdict): void {
  verdict.check(body.length === file.size_bytes, `${path}: ${body.length} bytes, listed with ${file.size_bytes}`);
  verdict.check(computeSha256(body) === file.sha256, `${path}: not the listed sha256`);
  try {
    const { num_rows, schema } = parquetMetadata(new Uint8Array(body).buffer);
    verdict.check(Number(num_rows) === row.rows, `${path}: ${num_rows} rows, listed with ${row.rows}`);
    const found = listNames(schema.slice(1));
    const columns = listNames(row.columns);
    verdict.check(found === columns, `${path}: the columns are ${found}, listed as ${columns}`);
  } catch (error) {
    verdict.check(false, `${path}: unreadable: ${describeError(error)}`);
  }
}

async function verifyDatapackage(readFile: ReadFile, rows: readonly ArchiveRow[], verdict: Verdict): Promise<void> {
  const document = await readPublished(readFile, DATAPACKAGE, datapackage, verdict);
  if (document === undefined) return;
  const described = new Map(document.resources.map((resource) => [resource.path, resource]));
  for (const row of rows) {
    const resource = described.get(`download/${row.filename}`);
    const same =
      resource?.hash === `sha256:${row.sha256}` &&
      resource.bytes === row.size_bytes &&
      listNames(resource.schema.fields) === listNames(row.columns);
    verdict.check(
      same,
      `${DATAPACKAGE}: ${row.filename} is missing or described differently than in the list of archives`,
    );
  }
  verdict.check(
    described.size === rows.length,
    `${DATAPACKAGE}: ${described.size} resources for ${rows.length} archives`,
  );
}

function listNames(columns: readonly { name: string }[]): string {
  return columns.map(({ name }) => name).join(",");
}
