import { rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { getHost } from "../../../kit/hosts/registry.ts";
import { type BinaryFetch, createBinaryClient } from "../../../kit/platform/http/binary-client.ts";
import { HttpError } from "../../../kit/platform/http/http-error.ts";
import { retry } from "../../../kit/platform/http/http-retry.ts";
import {
  DEPLOY_FOLDER,
  type Deployment,
  type DeployTarget,
  getDeployment,
  INSTALL,
} from "../../../kit/publish/deploy-command.ts";
import { ATTESTATION_PATH, judgeAttestation } from "../../../kit/verify/attestation.ts";
import { computeSha256 } from "../../../lib/hash.ts";
import { md } from "../../../lib/markdown.ts";
import { describeError, OperationalError } from "../../../lib/operational-error.ts";
import { HOUR_MS, renderTime } from "../../../lib/time.ts";
import { encodePath } from "../../../lib/web-url.ts";
import type { BuildResult } from "../../workflow/build-result.ts";
import type { Plan } from "../../workflow/plan.ts";
import { makeTempFolder } from "../kit/temp-folder.ts";
import { OWN_PROGRAM } from "../processes.ts";
import { SITE_FOLDER } from "./build-step.ts";
import type { StepContext } from "./step.ts";

/** Longer than a deployment waits in the host's queue. */
const FRESH_MS = HOUR_MS;

/** Publishes the built site to its host. */
export async function deployStep(context: StepContext): Promise<void> {
  const { host, project, account, store } = context.run.read<Plan>("plan");
  const { siteToken: token } = context.runner;
  await deployFolder(context, SITE_FOLDER, host, { project, account, store, token, secret: "SITE_TOKEN" });
}

/** Publishes a folder of the workspace. The program is installed before it gets the token. */
export async function deployFolder(
  { workspace, run, now, start }: StepContext,
  folder: string,
  host: string,
  target: DeployTarget,
): Promise<void> {
  const { startedAtMs } = run.read<BuildResult>("build");
  if (now() - startedAtMs > FRESH_MS)
    throw new OperationalError(
      `This build is from ${renderTime(startedAtMs)}; a newer one may be on ${host}: start a new run instead of repeating this deployment.`,
    );
  const { program, calls, environment, keyFile } = getDeployment(host, target);
  const call = async (command: readonly string[], place: string, variables: Deployment["environment"]) => {
    const code = await start(command, place, variables);
    if (code === 0) return;
    if (program !== null) {
      const said = [basename(command[0]!), command[1]].join(" ");
      throw new OperationalError(`${said} … failed with ${code}: ${host} was not switched to this build.`);
    }
    // A bucket has no switch: its objects are replaced one by one.
    const state = "may have files of this build beside those of the last one, and the next run continues";
    throw new OperationalError(`publish … failed with ${code}: ${host} ${state}.`);
  };
  const install = async (place: string, name: string) => {
    await call(INSTALL, place, {});
    return [join(place, "node_modules/.bin", name)];
  };
  const command = program === null ? OWN_PROGRAM : await install(join(workspace, DEPLOY_FOLDER, program), program);
  const secrets = keyFile === undefined ? undefined : makeTempFolder("key");
  try {
    const own = { ...environment, ...(keyFile && secrets && { [keyFile.variable]: writeKey(secrets, keyFile.text) }) };
    for (const args of calls) await call([...command, ...args], join(workspace, folder), own);
  } finally {
    if (secrets !== undefined) rmSync(secrets, { recursive: true, force: true });
  }
}

/** Only this user can read the file. */
function writeKey(folder: string, text: string): string {
  const file = join(folder, "key.json");
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

/** Checks the published site from the outside. */
export async function smokeStep(context: StepContext): Promise<void> {
  const { run, print, summarise } = context;
  const { baseUrl, host, userAgent } = run.read<Plan>("plan");
  const { manifestSha256 } = run.read<BuildResult>("build");
  if (baseUrl === null || manifestSha256 === null) {
    print("The URL of the published site is unknown: no smoke test.");
    return;
  }
  const line = await smokePlace(context, { baseUrl, host, manifestSha256, userAgent });
  print(line);
  summarise(md`${line}\n`);
}

/** The smoke test of a published tree. Returns its sentence. */
export async function smokePlace(
  { runner, sleep }: StepContext,
  { userAgent, host, ...place }: Pick<SmokeOptions, "baseUrl" | "manifestSha256"> & { userAgent: string; host: string },
): Promise<string> {
  const client = createBinaryClient({ userAgent });
  try {
    const plainPaths = getHost(host).level !== "L0";
    return await smokeTest({ ...place, run: runner.run, fetch: client.fetch, plainPaths, sleep });
  } finally {
    await client.close();
  }
}

export interface SmokeOptions {
  baseUrl: string;
  /** Hash of the built manifest: the site must serve this build. */
  manifestSha256: string;
  /** Makes every URL unique, to bypass caches. */
  run: string;
  fetch: BinaryFetch;
  /** Whether the host resolves paths without an extension. */
  plainPaths: boolean;
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
}

interface Manifest {
  data: { files: { path: string; sha256: string }[] };
}

/** Pages usually shows a deployment within seconds; its own limit is ten minutes. */
const TRIES = 60;
const BETWEEN_MS = 10_000;
/** A single lost response or a slow edge is not a broken site. */
const LOOKS = 3;
/** Files compared by hash, spread over the list: enough to notice a partial deployment. */
const SAMPLED = 24;
const ALWAYS = ["index.html", "api/index.json", "api/status.json", "api/coins.json", "state/manifest.json"];
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Checks from the outside: this build, some files by hash, its attestation if there is one, a path
 * without extension, a 404.
 * Returns one sentence. Throws an `OperationalError` with a list of failures.
 */
export async function smokeTest(options: SmokeOptions): Promise<string> {
  const { baseUrl, run, sleep } = options;
  const manifest = JSON.parse(new TextDecoder().decode(await waitForBuild(options))) as Manifest;
  const { files } = manifest.data;
  const step = Math.max(1, Math.floor(files.length / SAMPLED));
  const chosen = files.filter(({ path }, index) => index % step === 0 || ALWAYS.includes(path));
  const look = async (looks: number) => {
    const problems = await findProblems(options, chosen, looks === 1 ? run : `${run}-${looks}`);
    if (problems.length === 0) return;
    throw new OperationalError(`${baseUrl} differs from the build:`, { lines: problems.map((line) => `  ${line}`) });
  };
  await retry(look, { tries: LOOKS, sleep, waitMs: () => BETWEEN_MS });
  return `${baseUrl} serves this build: ${chosen.length} of ${files.length} files compared.`;
}

async function findProblems(
  { baseUrl, manifestSha256, fetch, plainPaths }: SmokeOptions,
  chosen: Manifest["data"]["files"],
  look: string,
): Promise<string[]> {
  const read = (path: string): Promise<Uint8Array> => fetch(`${baseUrl}${encodePath(path)}?run=${look}`, MAX_BYTES);
  const problems: string[] = [];
  for (const { path, sha256 } of chosen) {
    const problem = await read(path).then(
      (body) => (computeSha256(body) === sha256 ? undefined : `${path} differs from the build`),
      (error) => describeError(error),
    );
    if (problem !== undefined) problems.push(problem);
  }
  if (plainPaths) {
    const found = await fetch(`${baseUrl}api/coins`, MAX_BYTES).then(
      (body) => (body[0] === "{".charCodeAt(0) ? undefined : "api/coins does not answer with JSON"),
      (error) => describeError(error),
    );
    if (found !== undefined) problems.push(found);
  }
  const attestation = await read(ATTESTATION_PATH).catch(() => undefined);
  if (attestation !== undefined && judgeAttestation(attestation, manifestSha256) !== "matches")
    problems.push(`${ATTESTATION_PATH} is not about this build`);
  const missing = await findStatus(read("api/no-such-file.json"));
  // Stores answer 403 to a reader who may not list the bucket.
  if (missing !== 404 && !(missing === 403 && !plainPaths))
    problems.push(`api/no-such-file.json answers ${missing ?? "nothing"} instead of 404`);
  return problems;
}

async function waitForBuild({ baseUrl, manifestSha256, run, fetch, sleep }: SmokeOptions): Promise<Uint8Array> {
  const read = async (tries: number) => {
    const body = await fetch(`${baseUrl}api/manifest.json?run=${run}-${tries}`, MAX_BYTES);
    if (computeSha256(body) !== manifestSha256) throw new Error("another build");
    return body;
  };
  const retries = { tries: TRIES, sleep, waitMs: () => BETWEEN_MS, isFinal: () => false };
  return retry(read, retries).catch((error) => {
    const minutes = (TRIES * BETWEEN_MS) / 60_000;
    throw new OperationalError(
      `${baseUrl} does not serve this build after ${minutes} minutes: ${describeError(error)}.`,
    );
  });
}

async function findStatus(answer: Promise<unknown>): Promise<number | null> {
  return answer.then(
    () => 200,
    (error) => (error instanceof HttpError ? error.status : null),
  );
}
