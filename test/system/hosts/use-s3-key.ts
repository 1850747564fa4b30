import { afterAll, beforeAll } from "vitest";
import { S3_KEY } from "./s3-server.ts";

/** The client of AWS finds the key of the test's server in the environment, during a test file. */
export function useS3Key(): void {
  const before = Object.keys(S3_KEY).map((name) => [name, process.env[name]] as const);
  beforeAll(() => {
    Object.assign(process.env, S3_KEY);
  });
  afterAll(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
}
