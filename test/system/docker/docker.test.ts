import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { program } from "../../../build/app/cli/command-line.ts";
import { parseInterval } from "../../../build/app/cli/run/repeat-build.ts";
import { getHost } from "../../../build/kit/hosts/registry.ts";
import { CONTAINERS, LIVE_CONTAINER, LIVE_UNITS, UNITS } from "../../../templates/components/own-server.js";
import { listCopied, readCompose, readDockerfile, readIgnored } from "./read-compose.ts";

const ROOT = new URL("../../../", import.meta.url);
const { services, volumes } = readCompose();

/** The value of an option. */
const optionOf = (command: readonly string[], option: string): string => command[command.indexOf(option) + 1] ?? "";

describe("the image", () => {
  const instructions = readDockerfile();
  const restOf = (name: string) => instructions.filter((line) => line.name === name).map(({ rest }) => rest);

  it("copies existing paths, and ignores all others", () => {
    const copied = listCopied();
    for (const path of copied) expect(existsSync(new URL(path, ROOT)), path).toBe(true);
    expect(readIgnored()).toEqual(["*", ...copied.map((path) => `!${path}`)]);
  });

  it("runs as an unprivileged user, on the Node of the workflows, without development packages", () => {
    expect(restOf("FROM")).toEqual(["node:24-slim"]);
    expect(restOf("USER")).toEqual(["node"]);
    expect(restOf("RUN")[0]).toMatch(/^npm ci --omit=dev --ignore-scripts /);
    expect(instructions.findIndex(({ name }) => name === "USER")).toBeGreaterThan(
      instructions.findLastIndex(({ name }) => name === "RUN"),
    );
  });

  it("starts the command line", () => {
    expect(restOf("ENTRYPOINT")).toEqual(['["node", "build/bin/open-crypto-data.cjs"]']);
  });
});

describe("the composition", () => {
  it("uses existing commands and options", () => {
    for (const { command, healthcheck } of Object.values(services)) {
      const main = healthcheck.test.indexOf("build/bin/open-crypto-data.cjs");
      for (const [name = "", ...args] of [command, ...(main < 0 ? [] : [healthcheck.test.slice(main + 1)])]) {
        const known = program.commands.find((one) => one.name() === name)?.options.map(({ long }) => long);
        expect(known, `there is no command ${name}`).toBeDefined();
        expect(known, name).toEqual(expect.arrayContaining(args.filter((arg) => arg.startsWith("--"))));
      }
    }
  });

  it("builds on a timer for an existing host, into folders of the volume", () => {
    const { command, volumes: own } = services.build;
    expect(() => parseInterval(optionOf(command, "--every"), {})).not.toThrow();
    expect(getHost(optionOf(command, "--site-host")).id).toBe("none");
    expect(own).toEqual(["data:/data"]);
    expect(Object.keys(volumes)).toEqual(["data"]);
    for (const option of ["--out", "--state"]) expect(optionOf(command, option)).toMatch(/^\/data\/\w+$/);
  });

  it("runs live prices each minute on the folders of the builds, if its profile is named", () => {
    const { command, profiles, volumes: own, depends_on } = services.live;
    expect(profiles).toEqual(["live"]);
    expect(parseInterval(optionOf(command, "--every"), { live: command.includes("--live") })).toBe(60_000);
    for (const option of ["--out", "--state", "--site-host"])
      expect(optionOf(command, option)).toBe(optionOf(services.build.command, option));
    expect(own).toEqual(["data:/data"]);
    expect(depends_on).toEqual({ build: { condition: "service_healthy" } });
    expect(LIVE_CONTAINER).toContain(` --profile ${profiles?.[0]} `);
  });

  it("serves the same folder, read-only, on localhost, when there is a site", () => {
    const { command, volumes: own, ports, depends_on } = services.serve;
    expect(command[1]).toBe(optionOf(services.build.command, "--out"));
    expect(own).toEqual(["data:/data:ro"]);
    expect(ports).toEqual([`127.0.0.1:8080:${optionOf(command, "--port")}`]);
    expect(depends_on).toEqual({ build: { condition: "service_healthy" } });
    expect(services.build.healthcheck.test.at(-1)).toBe(`${command[1]}/api/manifest.json`);
  });
});

const readme = readFileSync(new URL("README.md", ROOT), "utf8");
const contributing = readFileSync(new URL(".github/CONTRIBUTING.md", ROOT), "utf8");
const ownServer = readFileSync(new URL("templates/components/own-server.js", ROOT), "utf8");
const units = new Map(
  Object.entries({ ...UNITS, ...LIVE_UNITS }).map(([name, body]) => [
    name,
    new Map(
      body.split("\n").flatMap((line) => (/^[A-Z]\w+=/.test(line) ? [line.split(/=(.*)/s) as [string, string]] : [])),
    ),
  ]),
);

describe("the units of systemd in the documentation", () => {
  it("are a service and its timer, for builds and for live prices", () => {
    const names = ["open-crypto-data", "open-crypto-data-live"];
    expect([...units.keys()]).toEqual(names.flatMap((name) => [`${name}.service`, `${name}.timer`]));
    expect(units.get("open-crypto-data.timer")?.get("OnCalendar")).toMatch(/^\*:\d\d,\d\d$/);
    const live = units.get("open-crypto-data-live.timer");
    // By default a timer may be a minute late.
    expect([live?.get("OnCalendar"), live?.get("AccuracySec")]).toEqual(["*:*:20", "1s"]);
  });

  it("run live prices on the folders of the builds, and end before the next run", () => {
    const [build = "", live = ""] = ["", "-live"].map(
      (name) => units.get(`open-crypto-data${name}.service`)?.get("ExecStart") ?? "",
    );
    expect(live.replace(" --live", "").replace(" --quiet", "")).toBe(build);
    expect(live).toContain(" build --live ");
    expect(Number.parseInt(units.get("open-crypto-data-live.service")?.get("TimeoutStartSec") ?? "", 10)).toBeLessThan(
      60,
    );
  });

  it("build into the writable folder, for an existing host", () => {
    const service = units.get("open-crypto-data.service");
    const command = service?.get("ExecStart") ?? "";
    expect(service?.get("ProtectSystem")).toBe("strict");
    const [, program = ""] = /^\/usr\/bin\/node (\S+) build /.exec(command) ?? [];
    const { bin } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"));
    expect(Object.values(bin)).toEqual([program]);
    for (const option of ["--out", "--state"]) {
      expect(command).toContain(`${option} /var/lib/${service?.get("StateDirectory")}/`);
    }
    expect(() => getHost(/--site-host (\S+)/.exec(command)?.[1] ?? "")).not.toThrow();
  });

  it("use existing npm scripts, like all commands in the documents", () => {
    const { scripts } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"));
    for (const document of [readme, contributing, ownServer]) {
      const named = [...document.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name);
      expect(named.length).toBeGreaterThan(1);
      expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
    }
  });

  it("uses the existing file of the containers", () => {
    const files = [...CONTAINERS.matchAll(/ -f (\S+)/g)].map(([, path]) => path!);
    expect(files).toHaveLength(2);
    for (const path of files) expect(existsSync(new URL(path, ROOT)), path).toBe(true);
  });
});
