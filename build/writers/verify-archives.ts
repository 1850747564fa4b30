import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { countCsvRows } from "./count-csv-rows.ts";
import { computeSha256 } from "./hash.ts";
import type { ReadFile, Verdict } from "./verdict.ts";

const FOLDER = "api/data";

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
    }),
  ),
});

const datapackage = z.object({
  resources: z.array(z.object({ path: z.string(), bytes: z.number(), hash: z.string() })),
});

type ArchiveRow = z.infer<typeof archiveList>["data"][number];

/** Downloads every archive that is listed and compares it with what the list, its `.sha256` and the data package say. */
export async function verifyArchives(readFile: ReadFile, verdict: Verdict): Promise<void> {
  const list = await readAs(readFile, `${FOLDER}/archives.json`, archiveList, verdict);
  for (const row of list?.data ?? []) {
    const path = `${FOLDER}/download/${row.filename}`;
    const body = await readFile(path);
    verdict.check(body !== undefined, `${path}: the list of archives names it, but it does not exist`);
    if (body === undefined) continue;
    verdict.check(body.length === row.size_bytes, `${path}: ${body.length} bytes, listed with ${row.size_bytes}`);
    verdict.check(computeSha256(body) === row.sha256, `${path}: not the listed sha256`);
    const sidecar = await readFile(`${path}.sha256`);
    const line = sidecar === undefined ? undefined : new TextDecoder().decode(sidecar);
    verdict.check(line === `${row.sha256}  ${row.filename}\n`, `${path}.sha256: does not state the listed sha256`);
    verifyContent(path, body, row, verdict);
  }
  await verifyDatapackage(readFile, list?.data ?? [], verdict);
}

function verifyContent(path: string, body: Uint8Array, row: ArchiveRow, verdict: Verdict): void {
  try {
    const csv = gunzipSync(body);
    const size = row.uncompressed_size_bytes;
    verdict.check(csv.length === size, `${path}: ${csv.length} bytes uncompressed, listed with ${size}`);
    verdict.check(computeSha256(csv) === row.sha256_uncompressed, `${path}: not the listed uncompressed sha256`);
    const rows = countCsvRows(csv);
    verdict.check(rows === row.rows, `${path}: ${rows} rows, listed with ${row.rows}`);
    const header = csv.subarray(0, csv.indexOf("\r\n")).toString();
    const columns = row.columns.map((column) => column.name).join(",");
    verdict.check(header === columns, `${path}: the header is ${header}, listed as ${columns}`);
  } catch (error) {
    verdict.check(false, `${path}: unreadable: ${(error as Error).message}`);
  }
}

async function verifyDatapackage(readFile: ReadFile, rows: readonly ArchiveRow[], verdict: Verdict): Promise<void> {
  const path = `${FOLDER}/datapackage.json`;
  const document = await readAs(readFile, path, datapackage, verdict);
  if (document === undefined) return;
  const described = new Map(document.resources.map((resource) => [resource.path, resource]));
  for (const row of rows) {
    const resource = described.get(`download/${row.filename}`);
    const same = resource?.hash === `sha256:${row.sha256}` && resource.bytes === row.size_bytes;
    verdict.check(same, `${path}: ${row.filename} is missing or described differently than in the list of archives`);
  }
  verdict.check(described.size === rows.length, `${path}: ${described.size} resources for ${rows.length} archives`);
}

async function readAs<T>(
  readFile: ReadFile,
  path: string,
  schema: z.ZodType<T>,
  verdict: Verdict,
): Promise<T | undefined> {
  const body = await readFile(path);
  verdict.check(body !== undefined, `${path}: does not exist`);
  if (body === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    verdict.check(false, `${path}: does not have the published form`);
    return undefined;
  }
}
