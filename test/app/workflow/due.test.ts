import { describe, expect, it } from "vitest";
import { reportStep } from "../../../build/app/cli/steps/closing-steps.ts";
import { planStep } from "../../../build/app/cli/steps/restore-step.ts";
import { createStepContext } from "../../../build/app/cli/workflow.ts";
import { isDue } from "../../../build/app/workflow/due.ts";
import { loadConfig } from "../../../build/config.ts";
import type { Runner } from "../../../build/kit/publish/runner.ts";
import { MINUTE_MS } from "../../../build/lib/time.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { startServer } from "../../kit/platform/local-server.ts";
import { createRunner, NO_STORE } from "./create-runner.ts";
import { createRepository, startGithubServer } from "./github-server.ts";

const NOW = "2026-11-20T09:37:00Z";
const nowMs = Date.parse(NOW);

describe("a scheduled run", () => {
  const isDueAfter = (minutes: number, cadenceMinutes: number) =>
    isDue({ lastBuildMs: nowMs - minutes * MINUTE_MS, cadenceMinutes, now: nowMs });

  it("is due one cadence after the last build, less the time that a run takes", () => {
    expect([19, 20, 30, 600].map((minutes) => isDueAfter(minutes, 30))).toEqual([false, true, true, true]);
    expect([3, 4].map((minutes) => isDueAfter(minutes, 5))).toEqual([false, true]);
    expect([2_221, 2_222].map((minutes) => isDueAfter(minutes, 2_232))).toEqual([false, true]);
  });

  it("is due without a last build, and with one of the future", () => {
    expect(isDue({ lastBuildMs: null, cadenceMinutes: 30, now: nowMs })).toBe(true);
    expect([-5, -11].map((minutes) => isDueAfter(minutes, 30))).toEqual([false, true]);
  });
});

/** The outputs and the log of the step `plan` where the site says this. */
async function plan(status: string | null, fields: Partial<Runner>): Promise<string> {
  const site = await startServer((_, response) => void response.writeHead(status === null ? 404 : 200).end(status));
  const said: string[] = [];
  const context = createStepContext({
    workspace: makeTempFolder(),
    runner: createRunner({ siteHost: "netlify", siteUrl: site.address, ...fields }),
    config: loadConfig({}).config,
    flags: { at: NOW },
  });
  const output = (values: object) => void said.push(JSON.stringify(values));
  await planStep({ ...context, output, print: (line) => void said.push(line) });
  return said.join("\n");
}

describe("the step plan", () => {
  const builtMinutesAgo = (minutes: number) =>
    JSON.stringify({ data: { generated_at: new Date(nowMs - minutes * MINUTE_MS).toISOString() } });

  it("ends a scheduled run while the published build is recent", async () => {
    const said = await plan(builtMinutesAgo(12), { trigger: "schedule", siteMinutes: 30 });
    expect(said).toContain("12 minutes old, and one is due every 30.\nThis run ends.");
    expect(said).toContain('"due":"false","host":"netlify","pages":""');
  });

  it("builds when a person starts it, and where the site says nothing", async () => {
    const due = '"due":"true","host":"netlify","pages":"false"';
    expect(await plan(builtMinutesAgo(12), { trigger: "button" })).toContain(due);
    expect(await plan(null, { trigger: "schedule", siteMinutes: 30 })).toContain(due);
    expect(await plan("<html>", { trigger: "schedule", siteMinutes: 30 })).toContain(due);
  });

  it("ends where the site says nothing and deployments are counted, unless a person starts it", async () => {
    const refused = (status: string | null, fault: RegExp) =>
      expect(plan(status, { trigger: "schedule" })).rejects.toThrow(
        new RegExp(`^The age of the site is unknown \\(${fault.source}\\), so .*start this workflow by hand once`),
      );
    await refused(null, /GET http:\S+\/api\/status\.json\?run=\S+ 404/);
    await refused("<html>", /http:\S+\/api\/status\.json names no build/);
    await refused("{}", /http:\S+\/api\/status\.json names no build/);
    expect(await plan(null, { trigger: "button" })).toContain('"due":"true"');
  });

  it("keeps to the deployments of the host's free plan, unless a variable says otherwise", async () => {
    const aDayOld = builtMinutesAgo(1_440);
    const said = await plan(aDayOld, { trigger: "schedule" });
    expect(said).toContain("takes 20 deployments a month");
    expect(said).toContain("publishes every 37 hours");
    expect(said).toContain('"due":"false"');
    expect(await plan(aDayOld, { trigger: "schedule", siteMinutes: 60 })).toContain('"due":"true"');
  });

  it.each(["schedule", "other"] as const)("counts a run by %s against the quota of the host", async (trigger) => {
    const said = await plan(builtMinutesAgo(5), { trigger });
    expect(said).toContain("5 minutes old, and one is due every 2242.\nThis run ends.");
    expect(said).toContain('"due":"false"');
    await expect(plan(null, { trigger })).rejects.toThrow("start this workflow by hand once");
    expect(await plan(builtMinutesAgo(2_300), { trigger })).toContain('"due":"true"');
    expect(await plan(builtMinutesAgo(20), { trigger, siteMinutes: 30 })).toContain('"due":"true"');
    expect(await plan(builtMinutesAgo(5), { trigger, siteMinutes: 30 })).toContain('"due":"false"');
  });

  it("builds at once after a push or a dispatch on a host that does not count", async () => {
    const cloudflare = { siteHost: "cloudflare", trigger: "other" } as const;
    expect(await plan(builtMinutesAgo(5), cloudflare)).toContain('"due":"true"');
    expect(await plan(builtMinutesAgo(5), { ...cloudflare, trigger: "schedule" })).toContain('"due":"false"');
  });

  describe("with a mirror whose host counts deployments", () => {
    /** The outputs and the log of a run. The site and the mirror were built this long ago. */
    async function planMirror(siteMinutes: number, mirrorMinutes: number | null, trigger: Runner["trigger"]) {
      const answer = mirrorMinutes === null ? "<html>" : builtMinutesAgo(mirrorMinutes);
      const server = await startServer((_, response) => void response.end(answer));
      const mirror = { host: "netlify", url: server.address, project: null, account: null, store: NO_STORE };
      const fields = { siteHost: "cloudflare", siteMinutes: 2_880, mirror };
      return plan(builtMinutesAgo(siteMinutes), { ...fields, trigger });
    }

    it("leaves the mirror out unless its time has come or a person starts the run", async () => {
      const said = await planMirror(5, 5, "other");
      expect(said).toContain("The mirror is left out.");
      expect(said).toContain('"due":"true"');
      expect(said).toContain('"mirror":""');
      expect(await planMirror(2_900, 2_900, "other")).toContain('"mirror":"true"');
      expect(await planMirror(5, 5, "button")).toContain('"mirror":"true"');
    });

    it("publishes the mirror every two days where a push comes every day", async () => {
      const published = [0];
      for (let day = 1; day <= 30; day += 1) {
        const said = await planMirror(1_440, (day - published.at(-1)!) * 1_440, "other");
        expect(said).toContain('"due":"true"');
        if (said.includes('"mirror":"true"')) published.push(day);
      }
      expect(published).toEqual(Array.from({ length: 16 }, (_, index) => index * 2));
    });

    it("lets the site's build count where the mirror names none, and says so", async () => {
      const said = await planMirror(1_440, null, "other");
      expect(said).toContain('"mirror":""');
      expect(said).toMatch(
        /^The age of the mirror is unknown \(http\S+ names no build\), .* correct the variable MIRROR_URL/m,
      );
      expect(await planMirror(2_900, null, "schedule")).toContain('"mirror":"true"');
    });
  });

  it("refuses a schedule that cannot know when it published last", async () => {
    await expect(plan(null, { trigger: "schedule", siteUrl: null })).rejects.toThrow("Set the variable SITE_URL");
  });
});

describe("the step report", () => {
  async function report(status: number, results: Runner["results"]): Promise<{ pings: string[]; warnings: string[] }> {
    const monitor = await startServer((_, response) => void response.writeHead(status).end("OK"));
    const github = await startGithubServer();
    github.repositories.set("Ada/prices", createRepository(null));
    const runner = createRunner({
      apiUrl: github.url,
      token: github.token,
      pingUrl: `${monitor.address}/secret-id`,
      results,
    });
    const context = createStepContext({
      workspace: makeTempFolder(),
      runner,
      config: loadConfig({}).config,
      flags: { at: NOW },
    });
    const warnings: string[] = [];
    const warn = (_: string, text: string) => void warnings.push(text);
    await reportStep({ ...context, warn, print: () => undefined, sleep: async () => undefined });
    return { pings: monitor.requests.map(({ path }) => path), warnings };
  }

  it("pings the monitor after a publication only", async () => {
    const published = { build: "success", deploy: "success", smoke: "success" } as const;
    expect((await report(200, published)).pings).toEqual(["/secret-id"]);
    expect((await report(200, { ...published, smoke: "failure" })).pings).toEqual([]);
    expect((await report(200, { build: "failure" })).pings).toEqual([]);
  });

  it("warns without the secret URL if the monitor does not answer", async () => {
    const published = { build: "success", "deploy-elsewhere": "success", smoke: "success" } as const;
    const { pings, warnings } = await report(503, published);
    expect(pings.length).toBe(3);
    expect(warnings.join()).toContain("PING_URL");
    expect(warnings.join()).not.toContain("secret-id");
  });
});
