/** A file in a bucket, as a listing describes it. */
export interface StoredObject {
  key: string;
  bytes: number;
  /** Without quotes: the MD5 of the content, unless the store encrypts it with a key of its own. */
  etag: string;
  /** By the clock of the store, in whole seconds. */
  modifiedMs: number;
}

export interface StoredHeaders {
  contentType: string;
  cacheControl: string;
}

/**
 * A bucket. Each call repeats its request after an error that a repetition may change, and throws
 * an `OperationalError` that says what to do.
 */
export interface Bucket {
  /** All objects, and the requests that this took. */
  list(): Promise<{ objects: StoredObject[]; requests: number }>;
  /** The content; `undefined` if there is no such object. */
  read(key: string): Promise<Uint8Array | undefined>;
  /** Readers get the object before or the whole new one. The store checks it by its MD5. */
  write(key: string, body: Uint8Array, headers: StoredHeaders): Promise<void>;
  /** Copies an object onto itself, so that the time of its last change is now. */
  redate(key: string, headers: StoredHeaders): Promise<void>;
  remove(key: string): Promise<void>;
  /** Unix milliseconds by the clock of the store, as its last answer tells it. */
  now(): number;
  close(): void;
}

/** Stores have further rules of their own, and say so. */
const BUCKET_NAME = /^[A-Za-z0-9.-]+$/;

/** Why a bucket cannot have this name; `undefined` if it can. */
export function findBucketNameProblem(name: string): string | undefined {
  if (BUCKET_NAME.test(name)) return undefined;
  return (
    `"${name}" cannot be the name of a bucket, which has letters, digits, dots and dashes alone. ` +
    "A site fills a whole bucket: it cannot be in a folder of one."
  );
}
