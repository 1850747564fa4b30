import { describe, expect, it } from "vitest";
import { explainStoreError } from "../../../../build/kit/publish/s3/explain-store-error.ts";

/** An error as the client of AWS throws it. */
const fail = (name: string, status?: number, message = "of the test") =>
  Object.assign(new Error(message), { name, $metadata: { httpStatusCode: status } });

const AGAIN = "Run the command again";

describe("the error of a request to a store", () => {
  it.each([
    ["Unauthorized", 401, "The store does not accept the key: correct its id and its secret."],
    ["InvalidArgument", 400, "and the id and secret of the key."],
    ["ExpiredToken", 400, "The session of the key has ended"],
    ["InvalidToken", 400, "AWS_SESSION_TOKEN does not belong to the key"],
    ["InvalidBucketName", 400, "Correct the name of the bucket"],
    ["QuotaExceeded", 403, "The bucket is full"],
    ["AccessDenied", 403, "it needs s3:ListBucket, s3:GetObject"],
    ["UnknownError", 403, "it needs s3:ListBucket, s3:GetObject"],
  ])("%s (%i) says what to correct, and not to try again", (name, status, advice) => {
    const { message } = explainStoreError(fail(name, status), "Cannot list the bucket");
    expect(message).toContain(advice);
    expect(message).not.toContain(AGAIN);
  });

  it.each([
    ["InternalError", 500],
    ["SlowDown", 503],
    ["TooManyRequests", 429],
    ["RequestTimeout", 400],
    ["Throttling", 400],
    ["NoSuchKey", 404],
    ["ConditionalRequestConflict", 409],
    ["TimeoutError", undefined],
    ["Error", undefined],
  ])("%s (%s) may pass: the command continues", (name, status) => {
    expect(explainStoreError(fail(name, status), "a.json").message).toContain(AGAIN);
  });
});
