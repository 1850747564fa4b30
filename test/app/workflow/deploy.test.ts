import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OWN_PROGRAM } from "../../../build/app/cli/processes.ts";
import { deployMirrorStep, mirrorStep } from "../../../build/app/cli/steps/mirror-steps.ts";
import { deployStep } from "../../../build/app/cli/steps/publish-steps.ts";
import { createStepContext } from "../../../build/app/cli/workflow.ts";
import { loadConfig } from "../../../build/config.ts";
import { hosts } from "../../../build/kit/hosts/registry.ts";
import {
  DEPLOY_FOLDER,
  DEPLOYABLE,
  type DeployTarget,
  getDeployment,
  INSTALL,
} from "../../../build/kit/publish/deploy-command.ts";
import { MINUTE_MS } from "../../../build/lib/time.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { createRunner, NO_STORE } from "./create-runner.ts";

const ROOT = join(import.meta.dirname, "../../..");
const AT = "2026-11-20T09:07:00Z";
const TOKENS: Readonly<Record<string, string>> = {
  firebase: '{"type":"service_account","private_key":"secret"}',
  s3: "KEYID:secret",
  cloudfront: "KEYID:secret",
};
const BUCKETS = ["s3", "cloudfront"];
const targetOf = (host: string): DeployTarget => ({
  project: "prices",
  account: null,
  store: { endpoint: null, region: "eu-central-1", distribution: "E2ABC" },
  token: TOKENS[host] ?? "secret",
  secret: "SITE_TOKEN",
});

function expectLocked(program: string): void {
  const read = (file: string) => JSON.parse(readFileSync(join(ROOT, DEPLOY_FOLDER, program, file), "utf8"));
  const [[name = "", version] = []] = Object.entries(read("package.json").dependencies);
  const { packages } = read("package-lock.json");
  expect(packages[""].dependencies).toEqual({ [name]: version });
  expect(packages[`node_modules/${name}`]).toMatchObject({ version, bin: { [program]: expect.any(String) } });
}

describe("publishing to a host other than GitHub Pages", () => {
  it.each(DEPLOYABLE)("runs the locked program of %s, with the token in its environment alone", (host) => {
    const { program, calls, environment, keyFile } = getDeployment(host, targetOf(host));
    expect(program === null).toBe(BUCKETS.includes(host));
    if (program !== null) expectLocked(program);
    expect(JSON.stringify(calls)).not.toContain("secret");
    expect(JSON.stringify([environment, keyFile])).toContain("secret");
  });

  it("installs the program without any secret, and keeps a key in a file that is removed", async () => {
    const workspace = makeTempFolder();
    const runner = createRunner({ siteToken: targetOf("firebase").token });
    const context = createStepContext({ workspace, runner, config: loadConfig({}).config, flags: { at: AT } });
    await context.run.write("plan", { host: "firebase", project: "prices", account: null, store: NO_STORE });
    await context.run.write("build", { startedAtMs: context.now() });
    const started: { command: readonly string[]; folder: string; names: string[] }[] = [];
    let key = "";
    const start: typeof context.start = async (command, folder, environment) => {
      started.push({ command, folder, names: Object.keys(environment) });
      for (const file of Object.values(environment)) {
        key = file;
        expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ type: "service_account" });
        expect(statSync(file).mode & 0o777).toBe(0o600);
      }
      return 0;
    };
    await deployStep({ ...context, start });
    const program = join(workspace, DEPLOY_FOLDER, "firebase");
    expect(started).toEqual([
      { command: INSTALL, folder: program, names: [] },
      {
        command: expect.arrayContaining([join(program, "node_modules/.bin/firebase"), "deploy"]),
        folder: join(workspace, "dist"),
        names: ["GOOGLE_APPLICATION_CREDENTIALS"],
      },
    ]);
    expect(existsSync(key)).toBe(false);
    expect(INSTALL).toContain("--ignore-scripts");
  });

  it.each(BUCKETS)(
    "fills the bucket of %s by the command of this program, without installing anything",
    async (host) => {
      const workspace = makeTempFolder();
      const runner = createRunner({ siteToken: "KEYID:sec:ret" });
      const context = createStepContext({ workspace, runner, config: loadConfig({}).config, flags: { at: AT } });
      const store = { endpoint: null, region: "eu-central-1", distribution: "E2ABC" };
      await context.run.write("plan", { host, project: "prices", account: null, store });
      await context.run.write("build", { startedAtMs: context.now() });
      const started: unknown[] = [];
      const start: typeof context.start = async (command, folder, environment) => {
        started.push({ command, folder, environment });
        return 0;
      };
      await deployStep({ ...context, start });
      const flags = ["--bucket", "prices", "--region", "eu-central-1", "--distribution", "E2ABC"];
      expect(started).toEqual([
        {
          command: [...OWN_PROGRAM, "publish", ".", ...flags],
          folder: join(workspace, "dist"),
          environment: { AWS_ACCESS_KEY_ID: "KEYID", AWS_SECRET_ACCESS_KEY: "sec:ret" },
        },
      ]);
      const failing = { ...context, start: async () => 1 };
      await expect(deployStep(failing)).rejects.toThrow(
        `publish … failed with 1: ${host} may have files of this build beside those of the last one`,
      );
    },
  );

  it.each(BUCKETS)("refuses a place of %s that cannot be one, and never repeats a secret", (host) => {
    const target = targetOf(host);
    const place = (more: object) => ({ ...target, store: { ...target.store, ...more } });
    for (const [more, variable] of [
      [{ region: null }, "SITE_REGION"],
      [{ region: "--x" }, "SITE_REGION"],
      [{ endpoint: "store.example" }, "SITE_ENDPOINT"],
      [{ endpoint: "--endpoint" }, "SITE_ENDPOINT"],
      [{ distribution: "a b" }, "SITE_DISTRIBUTION"],
    ] as const)
      expect(() => getDeployment(host, place(more))).toThrow(variable);
    const named = () => getDeployment(host, { ...target, project: "Open_Data" });
    expect(named).toThrow(/"Open_Data" cannot be the name of a bucket.*Correct the variable SITE_PROJECT/);
    const refuse = () => getDeployment(host, { ...target, token: "wJalrXUtnFEMI" });
    expect(refuse).toThrow("with a colon between them");
    expect(refuse).not.toThrow("wJalr");
  });

  it.each(["KEYID:secret\n", " KEYID: secret\r\n"])("accepts the pasted secret %j of a bucket", (token) => {
    const { environment } = getDeployment("s3", { ...targetOf("s3"), token });
    expect(environment).toEqual({ AWS_ACCESS_KEY_ID: "KEYID", AWS_SECRET_ACCESS_KEY: "secret" });
  });

  it("names the account where a token covers several", () => {
    const target = { ...targetOf("cloudflare"), account: "0123" };
    expect(getDeployment("cloudflare", target).environment).toMatchObject({ CLOUDFLARE_ACCOUNT_ID: "0123" });
    expect(getDeployment("cloudflare-pages", target).environment).toMatchObject({ CLOUDFLARE_ACCOUNT_ID: "0123" });
    expect(getDeployment("cloudflare", targetOf("cloudflare")).environment).not.toHaveProperty("CLOUDFLARE_ACCOUNT_ID");
  });

  it.each(DEPLOYABLE)("refuses a name for %s that its program reads as an option", (host) => {
    const target = targetOf(host);
    for (const project of ["--config=x", "-p", "", "a b", "../x", "--"])
      expect(() => getDeployment(host, { ...target, project })).toThrow("SITE_PROJECT");
    expect(() => getDeployment(host, { ...target, account: "--x", secret: "MIRROR_TOKEN" })).toThrow("MIRROR_ACCOUNT");
  });

  it("takes the key of a service account for Firebase, and never repeats what it refuses", () => {
    for (const token of ["1//0login-ci", '{"type":"authorized_user","refresh_token":"1//0login-ci"}', "null"]) {
      const refuse = () => getDeployment("firebase", { ...targetOf("firebase"), token });
      expect(refuse).toThrow("the JSON key of a service account");
      expect(refuse).not.toThrow("login-ci");
    }
  });

  it("exists only for known hosts", () => {
    const ids = hosts.map(({ id }) => id);
    expect(DEPLOYABLE.filter((host) => !ids.includes(host))).toEqual([]);
  });

  it("reports a missing token or an unsupported host", () => {
    const target = { ...targetOf("netlify"), token: null };
    expect(() => getDeployment("netlify", target)).toThrow("secret SITE_TOKEN");
    expect(() => getDeployment("netlify", { ...target, secret: "MIRROR_TOKEN" })).toThrow("secret MIRROR_TOKEN");
    expect(() => getDeployment("nginx", targetOf("nginx"))).toThrow("The workflow cannot publish to nginx");
  });
});

describe("the mirror", () => {
  const plan = {
    host: "github-pages",
    mirror: {
      host: "cloudflare",
      project: "copy",
      account: "mirror-account",
      store: NO_STORE,
      url: "http://127.0.0.1:1/",
    },
  };
  const open = async (result: object) => {
    const workspace = makeTempFolder();
    const said: string[] = [];
    const started: string[][] = [];
    const { config } = loadConfig({});
    const runner = createRunner({ siteToken: "of the site", mirrorToken: "of the mirror" });
    const context = createStepContext({ workspace, runner, config, flags: { at: "2026-11-20T09:07:00Z" } });
    await context.run.write("plan", plan);
    await context.run.write("build", { startedAtMs: context.now() });
    await context.run.write("mirror", result);
    const start: typeof context.start = async (command, folder, environment) => {
      started.push([folder, ...command, ...Object.values(environment)]);
      return command === INSTALL ? 0 : 1;
    };
    const summarise = ({ text }: { text: string }) => void said.push(text);
    return { workspace, said, started, context: { ...context, start, summarise, warn: () => undefined } };
  };

  it("is deployed from its own folder with its own token, and a failure is in the summary", async () => {
    const { workspace, said, started, context } = await open({ manifestSha256: "0", error: null });
    await expect(deployMirrorStep(context)).rejects.toThrow("cloudflare was not switched to this build");
    expect(started.map(([folder]) => folder)).toEqual([
      join(workspace, DEPLOY_FOLDER, "wrangler"),
      join(workspace, ".mirror"),
    ]);
    expect(started[1]).toEqual(expect.arrayContaining(["copy", "of the mirror", "mirror-account"]));
    expect(said.join()).toMatch(/not up to date.*The site is not affected/s);
  });

  it("that could not be built does not stop the build, and fails in its own job", async () => {
    const { said, started, context } = await open({});
    await mirrorStep(context);
    expect(context.run.read("mirror")).toMatchObject({ manifestSha256: null, error: expect.stringMatching(/./) });
    await expect(deployMirrorStep(context)).rejects.toThrow("It was not built");
    expect(said.join()).toContain("not up to date");
    expect(started).toEqual([]);
  });
});

it("deploys a fresh build, but not one that a newer build may have replaced", async () => {
  const workspace = makeTempFolder();
  const started: string[] = [];
  const { config } = loadConfig({});
  const runner = createRunner({ siteToken: "x" });
  const context = createStepContext({ workspace, runner, config, flags: { at: "2026-11-20T09:07:00Z" } });
  await context.run.write("plan", { host: "netlify", project: "prices", account: null, store: NO_STORE });
  const STARTED = ["npm", join(workspace, DEPLOY_FOLDER, "netlify/node_modules/.bin/netlify")];
  const start: typeof context.start = async ([program = ""]) => {
    started.push(program);
    return 0;
  };
  const deploy = async (minutesAgo: number): Promise<void> => {
    await context.run.write("build", { startedAtMs: context.now() - minutesAgo * MINUTE_MS });
    await deployStep({ ...context, start });
  };
  await deploy(50);
  expect(started).toEqual(STARTED);
  await expect(deploy(70)).rejects.toThrow("This build is from 2026-11-20T07:57:00Z");
  expect(started).toEqual(STARTED);
});
