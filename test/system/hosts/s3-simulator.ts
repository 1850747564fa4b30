import { readFileSync } from "node:fs";
import { join } from "node:path";
import { layout } from "../../../build/crypto/api/layout.ts";
import { createHeaderTable } from "../../../build/kit/hosts/kit/object-headers.ts";
import { LIVE_PATH } from "../../../build/kit/platform/output/live-file.ts";
import { prepareUpload } from "../../../build/kit/publish/s3/upload-site.ts";
import { MANIFEST_PATH } from "../../../build/kit/render/manifest.ts";
import { ATTESTATION_PATH } from "../../../build/kit/verify/attestation.ts";
import { defineSimulator } from "./host-server.ts";
import { createMemoryStore, type MemoryStore, openMemoryBucket } from "./memory-store.ts";
import { sendBody } from "./read-file.ts";

/** A bucket after the upload of a folder. */
export async function fillStore(folder: string): Promise<MemoryStore> {
  const store = createMemoryStore({ now: () => 0 });
  const { run } = await prepareUpload({
    folder,
    bucket: openMemoryBucket(store),
    paths: { manifest: MANIFEST_PATH, attestation: ATTESTATION_PATH, live: LIVE_PATH },
    headers: createHeaderTable(layout),
    requests: 8,
  });
  await run(() => undefined);
  return store;
}

/** Finds an object by the path of an address: what the store sends with it, and `more`. */
export function createObjectReader({ objects }: MemoryStore, more: Readonly<Record<string, string>>) {
  return (path: string) => {
    const object = objects.get(decode(path.slice(1)));
    if (object === undefined) return undefined;
    const { contentType, cacheControl } = object.headers;
    return {
      body: Buffer.from(object.body),
      headers: { "content-type": contentType, "cache-control": cacheControl, ...more },
    };
  };
}

function decode(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** A bucket that everyone may read, with the CORS rules of its file. */
export const s3Server = defineSimulator("s3", async (folder) => {
  const { CORSRules } = JSON.parse(readFileSync(join(folder, "s3-cors.json"), "utf8")) as {
    CORSRules: { AllowedOrigins: string[]; ExposeHeaders: string[] }[];
  };
  const [rule] = CORSRules;
  const find = createObjectReader(await fillStore(folder), {
    "access-control-allow-origin": rule!.AllowedOrigins.join(),
    "access-control-expose-headers": rule!.ExposeHeaders.join(),
  });
  return async (request) => {
    const file = find(new URL(request.url).pathname);
    if (file !== undefined) return sendBody(request, 200, file.body, file.headers);
    const text = "<Error><Code>NoSuchKey</Code></Error>";
    return sendBody(request, 404, Buffer.from(text), { "content-type": "application/xml" });
  };
});
