import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { getHost } from "../../../build/hosts/registry.ts";

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
const units = new Map(
  [...readme.matchAll(/```ini\n# \/etc\/systemd\/system\/(\S+)\n([\s\S]*?)```/g)].map(([, name = "", body = ""]) => [
    name,
    new Map(
      body.split("\n").flatMap((line) => (/^[A-Z]\w+=/.test(line) ? [line.split(/=(.*)/s) as [string, string]] : [])),
    ),
  ]),
);

describe("the units of systemd in the README", () => {
  it("are a service and its timer", () => {
    expect([...units.keys()]).toEqual(["open-crypto-data.service", "open-crypto-data.timer"]);
    expect(units.get("open-crypto-data.timer")?.get("OnCalendar")).toMatch(/^\*:\d\d,\d\d$/);
  });

  it("build into the writable folder, for an existing host", () => {
    const service = units.get("open-crypto-data.service");
    const command = service?.get("ExecStart") ?? "";
    expect(service?.get("ProtectSystem")).toBe("strict");
    expect(command).toMatch(/^\/usr\/bin\/npm run build -- /);
    for (const option of ["--out", "--state"]) {
      expect(command).toContain(`${option} /var/lib/${service?.get("StateDirectory")}/`);
    }
    expect(() => getHost(/--site-host (\S+)/.exec(command)?.[1] ?? "")).not.toThrow();
  });

  it("use existing npm scripts, like all commands in the README", () => {
    const { scripts } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
    const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(8);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
  });
});
