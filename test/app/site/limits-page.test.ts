import { describe, expect, it } from "vitest";
import { computeLimitsPage, type MeasuredSite } from "../../../build/app/site/page-data/limits-page.ts";
import { measureCore, measureToday } from "../../../build/app/workflow/estimate-site.ts";
import { describeLimits } from "../../../build/app/workflow/limits.ts";
import { loadConfig } from "../../../build/config.ts";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import { TREES } from "../../../build/crypto/api/trees.ts";
import { buildApi } from "../../../build/crypto/render/market-api.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import { boundOptional } from "../../../build/kit/hosts/kit/host-limits.ts";
import { getHost, hosts as registered } from "../../../build/kit/hosts/registry.ts";
import { renderRoutes } from "../../../build/kit/render/documents/routes.ts";
import { measureSite } from "../../../build/kit/render/tree/write-api.ts";
import { renderBytes } from "../../../build/lib/text-layout.ts";
import { makeWorld } from "../../fixtures/market.ts";
import { renderPage } from "../../fixtures/pages.ts";
import { readText } from "../../fixtures/read-html.ts";

const { config } = loadConfig({});
const routes = renderRoutes(buildApi(endpoints));

interface Site {
  builtFor: string;
  files: number;
  coins?: number;
  trees?: typeof config.trees;
  paidHosts?: string[];
  sources?: Parameters<typeof describeLimits>[0]["sources"];
}

/** A site that was built for one host with so many files. */
function describeSite({ builtFor, files, coins = 1_000, trees = config.trees, paidHosts = [], sources = [] }: Site) {
  const hosts = registered.map(({ id }) => getHost(id, paidHosts));
  const host = getHost(builtFor, paidHosts);
  const later = { files: 0, bytes: 0 };
  const parts = [{ tree: null, files, bytes: 1e6 }];
  const sizes: MeasuredSite = measureSite({ trees: [] }, [{ host, parts, leftOut: [] }], later, {
    hosts,
    leftOut: [],
  });
  const world = { market: { asOfMs: 0 } };
  const settings = { ...config, coins, trees, cadenceMinutes: 30 };
  return describeLimits({ config: settings, host, hosts, routes, sizes, sources, world });
}

const listHosts = (site: Site) => computeLimitsPage(describeSite(site)).sizes?.hosts ?? [];
const findHost = (id: string, site: Site) => listHosts(site).find((host) => host.id === id)!;

describe("whether a site fits a host that it was not built for", () => {
  it("does not depend on the files of the host that it was built for", () => {
    for (const coins of [100, 1_000, 5_000]) {
      const few = listHosts({ builtFor: "cloudflare", files: 10, coins });
      const many = listHosts({ builtFor: "github-pages", files: 1e6, coins });
      for (const [at, host] of few.entries()) {
        if (host.id === "cloudflare" || host.id === "github-pages") continue;
        expect(many[at], `${host.id}, ${coins} coins`).toEqual(host);
      }
    }
  });

  it("follows from the estimate for that host", () => {
    const verdicts = new Set();
    for (const coins of [50, 1_000, 20_000]) {
      for (const { id } of registered) {
        if (id === "github-pages") continue;
        const host = getHost(id);
        const { files, totalBytes } = host.limits;
        const { fit, estimate } = findHost(id, { builtFor: "github-pages", files: 10, coins });
        const core = measureCore({ host, routes }, coins);
        const size = fit === "all" || fit === "fewer" ? measureToday({ host, routes }, undefined, coins) : core;
        const fits = size.files <= (files?.max ?? size.files) && size.bytes <= (totalBytes?.max ?? size.bytes);
        expect(fits, `${id}, ${coins} coins: ${fit}`).toBe(fit !== "unlikely");
        if (fit === "all") expect(size.bytes).toBeLessThanOrEqual(boundOptional(totalBytes?.max ?? size.bytes * 2));
        if (files !== undefined || totalBytes !== undefined)
          expect(estimate?.size).toBe(`${size.files.toLocaleString("en-US")} files, ${renderBytes(size.bytes)}`);
        verdicts.add(fit);
      }
    }
    expect([...verdicts].sort()).toEqual(["all", "fewer", "part", "unlikely"]);
  });

  it("is not said of a site without some trees, which nothing estimates", async () => {
    const site = { builtFor: "github-pages", files: 10, trees: TREES.slice(1) };
    expect(findHost("cloudflare", site)).toMatchObject({ fit: null, estimate: null });
    expect(findHost("nginx", site).fit).toBe("all");
    const page = await renderPage(makeWorld(), "docs/limits/index.html", { limits: describeSite(site) });
    expect(readText(page)).toContain(
      "Not measured in this build; npm run doctor -- --site-host cloudflare estimates it.",
    );
  });
});

it("the deployments of a free plan count only without a paid plan", () => {
  const [host] = registered.filter(({ freePlan }) => freePlan?.deployments !== undefined);
  const { id, freePlan } = host!;
  const site = { builtFor: "github-pages", files: 10, coins: 10 };
  expect(findHost(id, site)).toMatchObject({ fit: "fewer", maxDeployments: freePlan?.deployments?.max });
  expect(findHost(id, { ...site, paidHosts: [id] })).toMatchObject({ fit: "all", maxDeployments: null });
});

it("lists every source, also one that is only used while others fail", () => {
  const { requests } = computeLimitsPage(describeSite({ builtFor: "cloudflare", files: 10, sources }));
  expect(requests.map(({ name }) => name)).toEqual(sources.map(({ name }) => name));
  expect(requests.find(({ name }) => name === "CoinLore")).toMatchObject({ perBuild: "0", perDay: "0" });
});
