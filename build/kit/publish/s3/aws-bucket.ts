import { createHash } from "node:crypto";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { OperationalError } from "../../../lib/operational-error.ts";
import { retry } from "../../platform/http/http-retry.ts";
import type { Bucket, StoredObject } from "./bucket.ts";
import { explainStoreError, NO_STORE } from "./explain-store-error.ts";
import { computePauseMs, createRetries } from "./retries.ts";

/** Where a bucket is. Its key comes from the settings that all programs of AWS read. */
export interface BucketPlace {
  bucket: string;
  /** The address of a store with S3's interface; absent: Amazon S3. */
  endpoint?: string | undefined;
  /** Absent: that of the settings of AWS, or `auto` with an endpoint. */
  region?: string | undefined;
}

export interface ClientLimits {
  /** Requests at once. */
  requests: number;
  /** For a pause within one try, in which nothing is sent or received. */
  timeoutMs?: number;
  tries?: number;
  /** Before the second try. Later pauses double. */
  pauseMs?: number;
}

const TIMEOUT_MS = 60_000;
/** With these pauses: about a minute of failures. */
const TRIES = 8;
const PAUSE_MS = 1_000;
const CONNECT_MS = 5_000;

/** A bucket of Amazon S3, or of a store with its interface: R2, Backblaze B2, MinIO. */
export function openBucket(place: BucketPlace, limits: ClientLimits): Bucket {
  const { bucket: Bucket, endpoint } = place;
  const { tries = TRIES, pauseMs = PAUSE_MS } = limits;
  const client = new S3Client({
    ...listClientSettings(place, limits),
    // Not every store has a host name for each bucket.
    forcePathStyle: endpoint !== undefined,
    // Other stores refuse the checksums that the client adds by itself. All know Content-MD5.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const where = `the bucket ${Bucket} at ${endpoint ?? "Amazon S3"}`;
  const wrongHost = `Cannot list ${where}. The endpoint contains the name of the bucket: leave that name out.`;
  const explain = (error: unknown, key?: string): never => {
    throw explainStoreError(error, key === undefined ? `Cannot list ${where}` : `${key} in ${where}`);
  };
  return {
    async list() {
      const objects: StoredObject[] = [];
      let requests = 0;
      let StartAfter: string | undefined;
      do {
        const page = await client
          .send(new ListObjectsV2Command({ Bucket, ...(StartAfter !== undefined && { StartAfter }) }))
          // In an endpoint of one bucket, the path that names the bucket is that of an object.
          .catch((error) => explain(error instanceof NoSuchKey ? new OperationalError(wrongHost) : error));
        requests += 1;
        // A page that is no listing must not count as an empty bucket.
        if (page.IsTruncated === undefined) throw new OperationalError(`Cannot list ${where}. ${NO_STORE}`);
        const found = (page.Contents ?? []).map(({ Key = "", Size = 0, ETag = "", LastModified }) => ({
          key: Key,
          bytes: Size,
          etag: ETag.replaceAll('"', ""),
          modifiedMs: LastModified?.getTime() ?? 0,
        }));
        objects.push(...found);
        StartAfter = page.IsTruncated ? found.at(-1)?.key : undefined;
      } while (StartAfter !== undefined);
      return { objects, requests };
    },
    async read(key) {
      const readOnce = async () => {
        const found = await client.send(new GetObjectCommand({ Bucket, Key: key })).catch((error) => {
          return error instanceof NoSuchKey ? undefined : explain(error, key);
        });
        return found?.Body?.transformToByteArray();
      };
      // The client repeats a request until the body begins. This repeats one that breaks off later.
      return retry(readOnce, {
        tries,
        waitMs: (failures) => computePauseMs(failures, pauseMs),
        isFinal: (error) => error instanceof OperationalError,
      }).catch((error) => explain(error, key));
    },
    async write(key, body, { contentType, cacheControl }) {
      await client
        .send(
          new PutObjectCommand({
            Bucket,
            Key: key,
            Body: body,
            ContentMD5: createHash("md5").update(body).digest("base64"),
            ContentType: contentType,
            CacheControl: cacheControl,
          }),
        )
        .catch((error) => explain(error, key));
    },
    async redate(key, { contentType, cacheControl }) {
      await client
        .send(
          new CopyObjectCommand({
            Bucket,
            Key: key,
            CopySource: `${Bucket}/${encodeURIComponent(key).replaceAll("%2F", "/")}`,
            // Stores refuse a copy onto itself that changes nothing.
            MetadataDirective: "REPLACE",
            ContentType: contentType,
            CacheControl: cacheControl,
          }),
        )
        .catch((error) => explain(error, key));
    },
    async remove(key) {
      // One by one: a list needs a checksum that not every store accepts, and removals are free.
      await client.send(new DeleteObjectCommand({ Bucket, Key: key })).catch((error) => explain(error, key));
    },
    // The client measures by how much its clock is wrong.
    now: () => Date.now() + client.config.systemClockOffset,
    close: () => client.destroy(),
  };
}

/** The settings that the clients of all services share. */
export function listClientSettings(
  { endpoint, region }: Pick<BucketPlace, "endpoint" | "region">,
  { requests, timeoutMs = TIMEOUT_MS, tries = TRIES, pauseMs = PAUSE_MS }: ClientLimits,
) {
  const agent = { maxSockets: requests, keepAlive: true };
  return {
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint, region: region ?? "auto" }),
    maxAttempts: tries,
    retryStrategy: createRetries(tries, pauseMs),
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      // A limit for the whole request would end each try of a large file on a slow line.
      socketTimeout: timeoutMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  };
}
