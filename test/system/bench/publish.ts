import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UPLOAD_COLUMNS } from "../../../build/app/site/page-data/stores-page.ts";
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
/** Requests for history in the first build. What is filled later would count as changes. */
const BACKFILL = process.env["BENCH_BACKFILL"];
/** Away from midnight, where the files of closed days change as well. */
const BEGINNING_MS = Date.parse("2026-11-20T06:09:30Z");

/** What an upload to a bucket takes half an hour after another. */
export async function bench(): Promise<BenchResult> {
  const rows: number[][] = [];
  for (const coins of COINS) {
    const { files, siteBytes, uploadedBytes, requests } = await measure(coins);
    const { PUT, COPY, DELETE, LIST, GET } = requests;
    rows.push([coins, files, siteBytes, PUT, COPY, DELETE, LIST, GET, uploadedBytes]);
  }
  const backfill = BACKFILL === undefined ? "all" : `${BACKFILL} requests`;
  return {
    tables: [{ title: "One upload half an hour after another", columns: [...UPLOAD_COLUMNS], rows }],
    notes: [
      `The demo market, with ${backfill} of its missing history. History that is filled later is not among the changes, nor are the files of closed days, which change at midnight UTC.`,
    ],
    goals: [],
  };
}

async function measure(coins: number): Promise<UploadSummary> {
  const folder = mkdtempSync(join(tmpdir(), "publish-bench-"));
  const bucket = openMemoryBucket(createMemoryStore({ now: () => BEGINNING_MS }));
  const upload = async (minutes: number, backfill: number) => {
    const now = BEGINNING_MS + minutes * MINUTE_MS;
    await buildDemo({ folder, now, coins, hosts: ["s3"], backfill });
    const { summary, run } = await prepareUpload({
      folder: join(folder, "site"),
      bucket,
      paths: { manifest: MANIFEST_PATH, attestation: ATTESTATION_PATH, live: LIVE_PATH },
      headers: createHeaderTable(layout),
      now: () => now,
      requests: 1,
    });
    await run(() => undefined);
    return summary;
  };
  try {
    await upload(0, Number(BACKFILL ?? 4 * coins));
    return await upload(30, 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
