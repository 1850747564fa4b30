import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FIRST_OF_HOUR, LATER_IN_HOUR, UPLOAD_COLUMNS } from "../../../build/app/site/page-data/stores-page.ts";
import { layout } from "../../../build/crypto/api/layout.ts";
import { createHeaderTable } from "../../../build/kit/hosts/kit/object-headers.ts";
import { LIVE_PATH } from "../../../build/kit/platform/output/live-file.ts";
import { prepareUpload, type UploadSummary } from "../../../build/kit/publish/s3/upload-site.ts";
import { MANIFEST_PATH } from "../../../build/kit/render/manifest.ts";
import { ATTESTATION_PATH } from "../../../build/kit/verify/attestation.ts";
import { MINUTE_MS } from "../../../build/lib/time.ts";
import { createMemoryStore, openMemoryBucket } from "../hosts/memory-store.ts";
import { buildDemo } from "./build-demo.ts";
import type { BenchResult } from "./result.ts";

/** Several between commas. */
const COINS = (process.env["BENCH_COINS"] ?? "1000").split(",").map(Number);
/** Fill all of the history. What is filled later would count as changes. */
const REQUESTS_PER_COIN = 4;
/** Of more coins, all of the history takes many minutes. */
const MOST_FILLED = 1_000;
/** Requests for history in the first build of so many. */
const SOME = 400;
/** Away from midnight, where the files of closed days change as well. */
const BEGINNING_MS = Date.parse("2026-11-20T06:09:30Z");

/** The two kinds of uploads at a cadence of half an hour, by minutes after the beginning. */
const UPLOADS = [
  [LATER_IN_HOUR, 30],
  [FIRST_OF_HOUR, 60],
] as const;

/** What an upload to a bucket takes half an hour after another. */
export async function bench(): Promise<BenchResult> {
  const rows: (string | number)[][] = [];
  for (const coins of COINS) {
    for (const [upload, { files, siteBytes, uploadedBytes, requests }] of await measure(coins)) {
      const { PUT, COPY, DELETE, LIST, GET } = requests;
      rows.push([coins, upload, files, siteBytes, PUT, COPY, DELETE, LIST, GET, uploadedBytes]);
    }
  }
  return {
    tables: [{ title: "One upload half an hour after another", columns: [...UPLOAD_COLUMNS], rows }],
    notes: [
      `The demo market, with all of its missing history up to ${MOST_FILLED.toLocaleString("en-US")} coins, and ${SOME} requests of it for more. History that is filled later is not among the changes, nor are the files of closed days, which change at midnight UTC.`,
    ],
    goals: [],
  };
}

async function measure(coins: number): Promise<[upload: string, summary: UploadSummary][]> {
  const folder = mkdtempSync(join(tmpdir(), "publish-bench-"));
  let now = BEGINNING_MS;
  const bucket = openMemoryBucket(createMemoryStore({ now: () => now }));
  const upload = async (minutes: number, backfill: number) => {
    now = BEGINNING_MS + minutes * MINUTE_MS;
    await buildDemo({ folder, now, coins, hosts: ["s3"], backfill });
    const { summary, run } = await prepareUpload({
      folder: join(folder, "site"),
      bucket,
      paths: { manifest: MANIFEST_PATH, attestation: ATTESTATION_PATH, live: LIVE_PATH },
      headers: createHeaderTable(layout),
      requests: 1,
    });
    await run(() => undefined);
    return summary;
  };
  try {
    await upload(0, coins <= MOST_FILLED ? REQUESTS_PER_COIN * coins : SOME);
    const summaries: [string, UploadSummary][] = [];
    for (const [name, minutes] of UPLOADS) summaries.push([name, await upload(minutes, 1)]);
    return summaries;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
