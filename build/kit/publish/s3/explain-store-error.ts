import { describeError, OperationalError } from "../../../lib/operational-error.ts";
import { isRetryable } from "../../platform/http/http-retry.ts";

/** Any web server may answer, also a proxy whose store is away. */
export const NO_STORE = "This is no answer of a store: correct the endpoint, or try again later.";
const AGAIN = "Run the command again: it continues with what is missing.";
const BUCKET_RIGHTS = "s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject for the bucket";

/** What to do about an error of a store, by the name that it has there. */
const ADVICE: Readonly<Record<string, string>> = {
  NoSuchBucket: "There is no such bucket: create it, or correct its name, the endpoint and the region.",
  InvalidAccessKeyId: "The store does not know the id of the key: correct it, or create a new key.",
  SignatureDoesNotMatch:
    "The secret does not belong to the id of the key, or the region is that of another bucket: correct them.",
  AuthorizationHeaderMalformed: "The region is that of another bucket: correct it.",
  PermanentRedirect: "The bucket is in another region: correct it.",
  CredentialsProviderError: "There is no key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
  RequestTimeTooSkewed: "The clock of this machine is wrong: correct it.",
  ExpiredToken: "The session of the key has ended: get a new key.",
  InvalidToken: "AWS_SESSION_TOKEN does not belong to the key: correct it, or unset it.",
  InvalidBucketName: "Correct the name of the bucket.",
  QuotaExceeded: "The bucket is full: raise its quota.",
  NoSuchDistribution: "There is no such distribution: correct its id.",
  ENOTFOUND: "The name of the store is not known: correct the endpoint, or check the network.",
  ECONNREFUSED: "Nothing answers there: correct the endpoint, or start the store.",
  // These pass by themselves, although their status is 400 or 409.
  RequestTimeout: AGAIN,
  IncompleteBody: AGAIN,
  BadDigest: AGAIN,
  Throttling: AGAIN,
  TooManyInvalidationsInProgress: AGAIN,
  OperationAborted: AGAIN,
  ConditionalRequestConflict: AGAIN,
  // An object was removed after the listing.
  NoSuchKey: AGAIN,
};

/**
 * The error of a request to a store, as a sentence that says what to do. `what`: what the request
 * was about, and where. `rights`: what the key has to be allowed.
 */
export function explainStoreError(error: unknown, what: string, rights = BUCKET_RIGHTS): OperationalError {
  if (error instanceof OperationalError) return error;
  const { name = "", code = "", $metadata } = (error ?? {}) as StoreError;
  const said = describeError(error).replace(/[.\s]+$/, "");
  const advice = said.startsWith("Region is missing")
    ? "Name the region of the bucket: --region, or AWS_REGION."
    : said.includes("XML parse error")
      ? NO_STORE
      : (ADVICE[name] ?? ADVICE[code] ?? adviseByStatus($metadata?.httpStatusCode, rights));
  return new OperationalError(`${what}: ${said.includes(name) ? said : `${name}: ${said}`}. ${advice}`);
}

interface StoreError {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** What to do about an error without a name of its own. Without a status, the network failed. */
function adviseByStatus(status: number | undefined, rights: string): string {
  if (status === 401) return "The store does not accept the key: correct its id and its secret.";
  if (status === 403) return `The key may not do this: it needs ${rights}.`;
  const isRefused = status !== undefined && status >= 400 && !isRetryable(status);
  return isRefused
    ? "A repetition does not help: correct the name, the endpoint, the region, and the id and secret of the key."
    : AGAIN;
}
