import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { chooseSites, openOutputs } from "../../../build/app/cli/site-outputs.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { publishFiles } from "../../kit/platform/output/memory-output.ts";

let out: string;
beforeEach(() => {
  out = makeTempFolder();
});

describe("chooseSites", () => {
  it("gives one host the folder itself, and several hosts a subfolder each", () => {
    expect(chooseSites(["netlify"], out).folderOf("netlify")).toBe(out);
    expect(chooseSites(["netlify", "netlify"], out).folderOf("netlify")).toBe(out);
    const { hosts, folderOf } = chooseSites(["netlify", "nginx"], out);
    expect(hosts.map(({ id }) => folderOf(id))).toEqual([join(out, "netlify"), join(out, "nginx")]);
  });

  it("does not put several sites into one host's site", () => {
    mkdirSync(join(out, "api"));
    writeFileSync(join(out, "api/manifest.json"), "{}");
    expect(() => chooseSites(["netlify", "nginx"], out)).toThrow(/holds the site of one host/);
    expect(() => chooseSites(["netlify"], out)).not.toThrow();
  });

  it("lists the known hosts for an unknown one", () => {
    expect(() => chooseSites(["nowhere"], out)).toThrow(/no host "nowhere".*github-pages/);
  });
});

describe("openOutputs", () => {
  it("publishes each host into its own folder", async () => {
    const output = openOutputs(chooseSites(["netlify", "nginx"], out));
    const published = await publishFiles(output, [{ path: "api/manifest.json", body: "{}" }], "nginx");
    expect(published.folder).toBe(join(out, "nginx"));
  });
});
