import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { COPY_RELEASE, FIRST_RELEASE, SWITCH_RELEASE } from "../../../build/kit/hosts/plain-servers.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { createDebianEnvironment } from "../kit/debian-environment.ts";
import { provideProgram } from "../kit/provide-program.ts";

const run = promisify(execFile);
const { folder: programFolder, missing } = await provideProgram({ name: "rsync", debian: ["rsync"] });

type Tree = Readonly<Record<string, string>>;
const CLOSED = "api/closed.json";
const BUILDS: readonly Tree[] = ["1", "2", "3", "4", "5"].map((body, at) => ({
  "api/coins.json": body,
  [CLOSED]: "closed",
  [`api/only-${at}.json`]: body,
}));

/** A machine with the commands of the page, on which `HOST` is the machine itself. */
function makeMachine() {
  const root = makeTempFolder();
  const server = join(root, "srv/crypto");
  mkdirSync(server, { recursive: true });
  const ssh = join(root, "ssh");
  // The name of the host is the first argument, or follows options.
  writeFileSync(ssh, '#!/bin/sh\nwhile [ "$1" != HOST ]; do shift; done\nshift\nexec sh -c "$*"\n');
  chmodSync(ssh, 0o755);
  const own = createDebianEnvironment(programFolder);
  const env = { ...process.env, ...own, PATH: [root, own["PATH"]].join(delimiter) };
  return {
    server,
    async publish(commands: string, build: Tree, at: number) {
      const work = join(root, `work-${at}`);
      for (const [path, body] of Object.entries(build)) {
        mkdirSync(dirname(join(work, "dist", path)), { recursive: true });
        writeFileSync(join(work, "dist", path), body);
        // A build keeps the time of a file that has not changed.
        if (path === CLOSED) utimesSync(join(work, "dist", path), 1, 1);
      }
      // Each release has the second in its name.
      const time = `20261120T09070${at}`;
      const script = commands.replaceAll("/srv/crypto", server).replace(/\$\(date [^)]*\)/, time);
      await run("sh", ["-e", "-c", script], { cwd: work, env });
      return time;
    },
  };
}

function readTree(folder: string): Tree {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.sort().map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

it.skipIf(missing !== undefined)("a copy makes the folder equal to the build", async () => {
  const { server, publish } = makeMachine();
  for (const [at, build] of BUILDS.entries()) {
    await publish(COPY_RELEASE, build, at);
    expect(readTree(join(server, "live"))).toEqual(build);
  }
});

it.skipIf(missing !== undefined)("a release replaces the last one as a whole, and three are kept", async () => {
  const { server, publish } = makeMachine();
  const releases: string[] = [];
  for (const [at, build] of BUILDS.entries()) {
    releases.push(await publish(SWITCH_RELEASE, build, at));
    expect(readTree(join(server, "live"))).toEqual(build);
    expect(readdirSync(server).sort()).toEqual([...releases.slice(-3), "live"]);
  }
  const [one, two] = releases.slice(-2).map((release) => statSync(join(server, release, CLOSED)).ino);
  expect(one).toBe(two);
});

it.skipIf(missing !== undefined)("releases can follow copies, and copies can follow releases", async () => {
  const { server, publish } = makeMachine();
  const [first, second, third] = BUILDS;
  await publish(COPY_RELEASE, first!, 0);
  const release = await publish(`${FIRST_RELEASE}\n${SWITCH_RELEASE}`, second!, 1);
  expect(readTree(join(server, "live"))).toEqual(second);
  expect(readdirSync(server).sort()).toEqual(["20000101T000000Z", release, "live"]);
  await publish(COPY_RELEASE, third!, 2);
  expect(readTree(join(server, release))).toEqual(third);
});
