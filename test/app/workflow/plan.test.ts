import { beforeEach, describe, expect, it } from "vitest";
import { isDue } from "../../../build/app/workflow/due.ts";
import { makePlan } from "../../../build/app/workflow/plan.ts";
import { hosts } from "../../../build/kit/hosts/registry.ts";
import { createGithub } from "../../../build/kit/publish/github.ts";
import type { Runner } from "../../../build/kit/publish/runner.ts";
import { MINUTE_MS } from "../../../build/lib/time.ts";
import { createRunner, NO_STORE } from "./create-runner.ts";
import { createRepository, type GithubServer, startGithubServer } from "./github-server.ts";

let server: GithubServer;
beforeEach(async () => {
  server = await startGithubServer();
});

const usePages = (html_url: string, build_type = "workflow") =>
  server.repositories.set("Ada/prices", createRepository({ html_url, build_type }));

const DEFAULTS = { siteHost: "github-pages", baseUrl: null, cadenceMinutes: 30, paidHosts: [] };

function plan(fields: Partial<Runner> = {}, defaults = DEFAULTS as Parameters<typeof makePlan>[2]) {
  const { url, token } = server;
  const github = createGithub({ apiUrl: url, token, userAgent: "test", sleep: async () => undefined });
  return makePlan(createRunner(fields), github, defaults);
}

describe("the plan of a fork", () => {
  it("uses the URL that GitHub reports, also a custom domain", async () => {
    usePages("https://prices.example");
    expect(await plan()).toMatchObject({
      host: "github-pages",
      baseUrl: "https://prices.example/",
      homepage: "https://github.com/Ada/prices",
      userAgent: "open-crypto-data/0.1 (+https://github.com/Ada/prices)",
      notes: [],
    });
  });

  it("derives the URL from owner and name if GitHub does not answer", async () => {
    server.status = 503;
    expect(await plan()).toMatchObject({ baseUrl: "https://ada.github.io/prices/" });
    expect(await plan({ repository: "Ada/ada.github.io" })).toMatchObject({ baseUrl: "https://ada.github.io/" });
    expect((await plan()).notes.join()).toContain("503");
  });

  it("prefers the variable SITE_URL", async () => {
    usePages("https://prices.example");
    expect(await plan({ siteUrl: "https://mine.example/x" })).toMatchObject({ baseUrl: "https://mine.example/x/" });
    await expect(plan({ siteUrl: "mine.example" })).rejects.toThrow("SITE_URL");
  });

  it("explains how to enable Pages", async () => {
    server.repositories.set("Ada/prices", createRepository(null));
    await expect(plan()).rejects.toThrow('choose "GitHub Actions" as the source, and run the workflow again');
    usePages("https://a.example", "legacy");
    await expect(plan()).rejects.toThrow("publishes a branch");
  });

  it("names the project on the host after the repository, unless SITE_PROJECT names it", async () => {
    usePages("https://prices.example");
    expect(await plan()).toMatchObject({ project: "prices", cadenceMinutes: 30 });
    expect(await plan({ siteProject: "quotes", siteMinutes: 60 })).toMatchObject({
      project: "quotes",
      cadenceMinutes: 60,
    });
  });

  const MIRROR = { host: "cloudflare", url: "https://mirror.example", project: null, account: null, store: NO_STORE };

  it("has no mirror without its variables", async () => {
    usePages("https://prices.example");
    expect(await plan()).toMatchObject({ mirror: null });
  });

  it("names a mirror on a second host", async () => {
    usePages("https://prices.example");
    const mirror = {
      host: "cloudflare",
      url: "https://mirror.example/",
      project: "prices",
      account: null,
      store: NO_STORE,
    };
    expect(await plan({ mirror: MIRROR })).toMatchObject({ host: "github-pages", mirror });
    expect(await plan({ mirror: { ...MIRROR, project: "copy", account: "b" }, siteAccount: "a" })).toMatchObject({
      account: "a",
      mirror: { ...mirror, project: "copy", account: "b" },
    });
    const { mirror: often } = await plan({ mirror: { ...MIRROR, host: "netlify" }, siteMinutes: 30 });
    expect(often?.host).toBe("netlify");
  });

  it.each([
    [{ host: null }, {}, "MIRROR_HOST is missing"],
    [{ url: null }, {}, "MIRROR_URL is missing"],
    [{ url: "mirror.example" }, {}, "correct the variable MIRROR_URL"],
    [{ host: "nowhere" }, {}, '"nowhere"'],
    [{ host: "github-pages" }, { siteHost: "cloudflare", siteUrl: "https://a.example" }, "publishes a mirror only to"],
    [{ host: "nginx" }, {}, "publishes a mirror only to"],
    [{}, { siteHost: "cloudflare", siteUrl: "https://a.example" }, "on that host too"],
    [{}, { siteHost: "firebase" }, "Set the variable SITE_URL"],
    [{ url: "https://prices.example" }, {}, "is the URL of the site"],
    [{ host: "s3" }, {}, "set the variable MIRROR_REGION"],
    [{ host: "netlify" }, {}, "20 deployments a month, and the mirror is deployed every 30 minutes"],
  ])("refuses a mirror that cannot work: %j with %j", async (mirror, fields, message) => {
    usePages("https://prices.example");
    await expect(plan({ mirror: { ...MIRROR, ...mirror }, ...fields })).rejects.toThrow(message);
  });

  it("refuses a bucket whose place is unknown before the build", async () => {
    const site = { siteUrl: "https://prices.example", siteHost: "cloudfront" };
    const place = { ...NO_STORE, region: "eu-central-1" };
    await expect(plan(site)).rejects.toThrow("set the variable SITE_REGION to the region of the bucket");
    await expect(plan({ ...site, siteStore: place })).rejects.toThrow("set the variable SITE_DISTRIBUTION");
    await expect(plan({ ...site, siteHost: "s3", siteStore: { ...place, endpoint: "r2" } })).rejects.toThrow(
      "correct the variable SITE_ENDPOINT",
    );
    expect(await plan({ ...site, siteHost: "s3", siteStore: place })).toMatchObject({ host: "s3", store: place });
  });

  it.each(["nginx", "none"])(
    "refuses %s before the build, because the workflow cannot publish there",
    async (siteHost) => {
      const refusal = `The workflow cannot publish to ${siteHost} by itself (supported: github-pages, cloudflare, `;
      await expect(plan({ siteHost })).rejects.toThrow(refusal);
      await expect(plan({ siteUrl: "https://a.example" }, { ...DEFAULTS, siteHost })).rejects.toThrow(refusal);
    },
  );

  it("publishes to another host by one variable", async () => {
    const { host, baseUrl, notes } = await plan({ siteHost: "netlify" });
    expect({ host, baseUrl }).toEqual({ host: "netlify", baseUrl: null });
    expect(notes.join()).toContain("SITE_URL");
    expect(server.requests).toEqual([]);
    await expect(plan({ siteHost: "nowhere" })).rejects.toThrow('"nowhere"');
  });

  it.each(hosts.filter(({ freePlan }) => freePlan?.deployments !== undefined))(
    "keeps to the quota of $id in a month of 31 days, with a run every five minutes",
    async ({ id, freePlan }) => {
      const { cadenceMinutes } = await plan({ siteHost: id });
      let deployments = 0;
      let lastBuildMs: number | null = null;
      for (let minute = 0; minute < 31 * 1_440; minute += 5) {
        const now = minute * MINUTE_MS;
        if (!isDue({ lastBuildMs, cadenceMinutes, now })) continue;
        deployments += 1;
        lastBuildMs = now;
      }
      expect(deployments).toBeLessThanOrEqual(freePlan!.deployments!.max);
      expect(deployments).toBeGreaterThanOrEqual(freePlan!.deployments!.max - 1);
    },
  );

  it("publishes to a paid host, and to a paid mirror, after each build", async () => {
    const paid = { ...DEFAULTS, paidHosts: ["netlify", "vercel"] };
    const site = { siteHost: "netlify", siteUrl: "https://a.example" };
    const mirror = { ...MIRROR, host: "vercel" };
    expect(await plan({ ...site, mirror }, paid)).toMatchObject({
      cadenceMinutes: 30,
      counted: false,
      notes: [],
      mirror: { host: "vercel", counted: false },
    });
    expect(await plan(site)).toMatchObject({ counted: true });
  });
});
