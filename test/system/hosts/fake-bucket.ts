import { execFile } from "node:child_process";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { UPLOAD_FILE } from "../../../build/kit/hosts/kit/s3-upload.ts";
import { makeTempFolder } from "../../cleanup.ts";

const run = promisify(execFile);
const CLIENT = new URL("fake-aws.js", import.meta.url).pathname;

export interface FakeBucket {
  /** The folder of the objects. */
  objects: string;
  /** Uploads a tree: the output. `puts`: the client fails after so many files since `takeCalls`. */
  upload(folder: string, puts?: number): Promise<string>;
  /** The changes since the last call, in their order: `PUT a.json`, `DELETE b.json`. */
  takeCalls(): string[];
  findHeaders(key: string): Readonly<Record<string, string>> | undefined;
}

/** A bucket that the published upload program fills, with a stand-in for the AWS client. */
export function createFakeBucket(): FakeBucket {
  const root = makeTempFolder();
  const program = join(root, "aws");
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${CLIENT}' "$@"\n`);
  chmodSync(program, 0o755);
  const log = join(root, "calls.log");
  type Headers = Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The headers of the last upload, once they were read. */
  let headers: Headers | undefined;
  return {
    objects: join(root, "objects"),
    async upload(folder, puts) {
      const path = [root, process.env["PATH"]].join(delimiter);
      const env = { ...process.env, PATH: path, FAKE_AWS_ROOT: root };
      headers = undefined;
      const limit = puts === undefined ? {} : { FAKE_AWS_PUTS: String(puts) };
      const { stdout } = await run(process.execPath, [join(folder, UPLOAD_FILE), "bucket"], {
        env: { ...env, ...limit },
      });
      return stdout.trim();
    },
    takeCalls() {
      const calls = existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : [];
      rmSync(log, { force: true });
      return calls;
    },
    findHeaders(key) {
      headers ??= JSON.parse(readFileSync(join(root, "headers.json"), "utf8")) as Headers;
      return headers[key];
    },
  };
}
