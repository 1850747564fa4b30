import { describeError, OperationalError } from "../../../lib/operational-error.ts";

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
  NoSuchDistribution: "There is no such distribution: correct its id.",
  ENOTFOUND: "The name of the store is not known: correct the endpoint, or check the network.",
  ECONNREFUSED: "Nothing answers there: correct the endpoint, or start the store.",
};

const AGAIN = "Run the command again: it continues with what is missing.";

/**
 * The error of a request to a store, as a sentence that says what to do. `what`: what the request
 * was about, and where. `rights`: what the key has to be allowed.
 */
export function explainStoreError(error: unknown, what: string, rights = BUCKET_RIGHTS): OperationalError {
  if (error instanceof OperationalError) return error;
  const { name = "", code = "" } = (error ?? {}) as { name?: string; code?: string };
  const isRegionMissing = error instanceof Error && error.message === "Region is missing";
  const advice = isRegionMissing
    ? "Name the region of the bucket: --region, or AWS_REGION."
    : name === "AccessDenied"
      ? `The key may not do this: it needs ${rights}.`
      : (ADVICE[name] ?? ADVICE[code] ?? AGAIN);
  const said = describeError(error).replace(/[.\s]+$/, "");
  return new OperationalError(`${what}: ${said.includes(name) ? said : `${name}: ${said}`}. ${advice}`);
}
