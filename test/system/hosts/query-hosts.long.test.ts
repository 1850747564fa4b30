import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cloudfront } from "../../../build/hosts/cloudfront.ts";
import { netlify } from "../../../build/hosts/netlify.ts";
import { vercel } from "../../../build/hosts/vercel.ts";
import { makeSite, renderAnswer, type Site } from "../../serve/site.ts";
import { cloudfrontServer } from "./cloudfront-server.ts";
import type { RunningHost } from "./host-server.ts";
import { writeHostTree } from "./host-tree.ts";
import { netlifyServer } from "./netlify-server.ts";
import { listQuestions, UNANSWERABLE } from "./questions.ts";
import { vercelServer } from "./vercel-server.ts";

let site: Site;
beforeAll(async () => {
  site = await makeSite();
});

/** Questions per host: enough to meet every endpoint and value several times. */
const SAMPLED = 300;

describe.each([
  [netlify, netlifyServer],
  [vercel, vercelServer],
  [cloudfront, cloudfrontServer],
] as const)("$name", (host, server) => {
  let running: RunningHost;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const written = await writeHostTree(host, site.tree);
    remove = written.remove;
    running = await server.start(written.folder);
  });
  afterAll(async () => {
    await running?.close();
    await remove?.();
  });
  const ask = async (url: string, init?: RequestInit) => {
    const response = await running.fetch(url, init);
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      headers: response.headers,
      body: await response.text(),
    };
  };

  it("answers every precomputed combination from its file", async () => {
    const questions = listQuestions(site.world);
    const stride = Math.max(1, Math.floor(questions.length / SAMPLED));
    const wrong: string[] = [];
    for (let at = 0; at < questions.length; at += stride) {
      const { endpoint, params, url } = questions[at]!;
      const { status, body } = await ask(url);
      if (status !== 200 || body !== renderAnswer(site.world, endpoint, params)) wrong.push(`${status} ${url}`);
    }
    expect(wrong).toEqual([]);
  });

  it("answers a symbol in capitals and in small letters", async () => {
    for (const url of ["/api/coins/BTC", "/api/coins/btc", "/api/coins/BTC/"]) {
      expect((await ask(url)).body, url).toBe(renderAnswer(site.world, "coin", { symbol: "btc" }));
    }
    expect((await ask("/api/coins/BTC/history?period=30d")).body).toBe(
      renderAnswer(site.world, "coin-history", { symbol: "btc", period: "30d" }),
    );
    expect((await ask("/api/sparklines?symbols=BTC")).body).toBe(
      renderAnswer(site.world, "sparklines", { symbols: "btc" }),
    );
    for (const url of ["/api/coins/bitcoin.json", "/api/coins/bitcoin", "/api/coins/BITCOIN"]) {
      expect((await ask(url)).body, url).toBe(renderAnswer(site.world, "coin", { symbol: "btc" }));
    }
  });

  it("takes a spelt default for none, ignores unknown parameters, and drops no offset", async () => {
    const all = renderAnswer(site.world, "coins");
    for (const url of [
      "/api/coins?limit=100",
      "/api/coins?offset=0",
      "/api/coins?offset=0&limit=100",
      "/api/coins?_=1&utm=x",
    ]) {
      expect((await ask(url)).body, url).toBe(all);
    }
    expect((await ask("/api/coins?_=9&offset=100&x=")).body).toBe(renderAnswer(site.world, "coins", { offset: 100 }));
    expect((await ask("/api/coins/btc/history?period=7d")).body).toBe(
      renderAnswer(site.world, "coin-history", { symbol: "btc" }),
    );
  });

  it.each(UNANSWERABLE)("refuses %s in JSON", async (url) => {
    const { status, type, body } = await ask(url);
    expect([400, 404]).toContain(status);
    expect(type).toMatch(/^application\/json/);
    expect(JSON.parse(body).error.code).toMatch(/^(?:not_found|invalid_parameter)$/);
  });

  it("answers a list of symbols with all of them or not at all", async () => {
    const { status, body } = await ask("/api/sparklines?symbols=btc%2Ceth");
    if (status === 200) expect(body).toBe(renderAnswer(site.world, "sparklines"));
    else expect(JSON.parse(body).error.status).toBe(404);
  });

  it("lets every origin read, and sends archives as they are", async () => {
    const archive = [...site.tree.keys()].find((path) => path.endsWith(".csv.gz"))!;
    for (const url of ["/api/coins", "/api/coins?limit=10", "/api/nope", `/${archive}`]) {
      expect((await ask(url)).headers.get("access-control-allow-origin"), url).toBe("*");
    }
    const { type, headers } = await ask(`/${archive}`);
    expect(type).toBe("application/gzip");
    expect(headers.get("content-encoding")).toBeNull();
  });
});
