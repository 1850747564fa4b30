import { describe, expect, it } from "vitest";
import type { World } from "../../../build/crypto/api/world.ts";
import { ARTICLES } from "../../../public/js/article-view.js";
import { EXCHANGES } from "../../../public/js/exchange-view.js";
import { groupStories } from "../../../public/js/group-stories.js";
import { PROTOCOLS } from "../../../public/js/protocol-view.js";
import { readView, selectRows } from "../../../public/js/table-view.js";
import {
  ARCHIVE,
  AS_OF_MS,
  makeArticle,
  makeExchange,
  makeIndexSeries,
  makeProtocol,
  makeWorld,
} from "../../fixtures/market.ts";
import { renderPage, USUAL_WORLD } from "../../fixtures/pages.ts";
import { readHtml, readText } from "../../fixtures/read-html.ts";

describe("the news page", () => {
  const make = (id: string, source: string, own = {}) =>
    makeArticle({
      id,
      title: `Title ${id}`,
      ...own,
      source: { id: source, name: source.toUpperCase(), url: "https://example.org/" },
    });

  it("counts headlines by publisher, most first", async () => {
    const articles = [make("1", "b"), make("2", "a"), make("3", "b")];
    const page = await renderPage(makeWorld({ articles }), "news/index.html");
    expect(page).toContain('<option value="b">B (2)</option><option value="a">A (1)</option>');
    expect(page).toContain("1–3 of 3 stories");
    expect(page).toContain("of 2 publishers");
  });

  it("links to named coins that have a page", async () => {
    const articles = [make("1", "a", { coins: ["batcat", "unheard-of"] })];
    const page = await renderPage(makeWorld({ articles }), "news/index.html");
    expect(page).toContain('<a class="tag" href="../coins/batcat/" title="Batcat (BSC)">BTC</a>');
    expect(page).not.toContain("unheard-of");
    expect(page).toMatch(/<h3 dir="auto"><a href="[^"]+" rel="noopener nofollow">Title 1/);
  });

  it("filters by publisher and coin", () => {
    const rows = groupStories([make("1", "a", { coins: ["x", "y"] }), make("2", "b", { coins: ["y"] })]);
    const show = (query: string) =>
      selectRows(ARTICLES, rows, readView(ARTICLES, query), 10).rows.map(({ id }: { id: string }) => id);
    expect(show("source=a")).toEqual(["1"]);
    expect(show("coin=y")).toEqual(["1", "2"]);
    expect(show("coin=x&source=b")).toEqual([]);
    expect(show("search=title 2")).toEqual(["2"]);
  });

  describe("with headlines of one story", () => {
    const at = (hour: number) => Date.UTC(2026, 10, 20, hour);
    const articles = [
      make("1", "a", { title: "Example Network halts withdrawals after a bridge failure", publishedAtMs: at(9) }),
      make("2", "b", { title: "Something else entirely happened in Lisbon today", publishedAtMs: at(8) }),
      make("3", "c", { title: "Bridge failure: Example Network halts its withdrawals", publishedAtMs: at(7) }),
    ];

    it("shows them as one, with the publisher and the age of each", async () => {
      const page = await renderPage(makeWorld({ articles }), "news/index.html");
      expect(page).toContain("1–2 of 2 stories");
      const [, others = ""] = page.split('aria-label="Other headlines of this story">');
      expect(readText(others.split("</ul>")[0]!)).toMatch(/^ C : Bridge failure: .+ 2026-11-20 07:00 UTC/);
    });

    it("finds the story by each of them", () => {
      const rows = articles.map(({ id, title, source, publishedAtMs }) => {
        return { id, title, source, coins: [], published_at: new Date(publishedAtMs).toISOString() };
      });
      const show = (query: string) =>
        selectRows(ARTICLES, groupStories(rows), readView(ARTICLES, query), 10).rows.map(
          (story: { id: string }) => story.id,
        );
      expect(show("")).toEqual(["1", "2"]);
      expect(show("source=c")).toEqual(["1"]);
      expect(show("search=halts its")).toEqual(["1"]);
    });

    it("keeps apart what is days apart or has other words", () => {
      const story = (title: string, published_at: string, coins: string[] = []) => ({ title, published_at, coins });
      const title = "Example Network halts withdrawals after a bridge failure";
      const apart = [story(title, "2026-11-20T00:00:00Z"), story(title, "2026-11-17T00:00:00Z")];
      expect(groupStories(apart)).toHaveLength(2);
      const numbers = ["Price of Example passes 100 dollars", "Price of Example passes 200 dollars and more today"];
      expect(groupStories(numbers.map((text) => story(text, "2026-11-20T00:00:00Z")))).toHaveLength(2);
      const funds = [
        story("Example funds see record inflows this week", "2026-11-20T00:00:00Z", ["example"]),
        story("Other funds see record inflows this week", "2026-11-20T00:00:00Z", ["other"]),
      ];
      expect(groupStories(funds)).toHaveLength(2);
      expect(groupStories(funds.map((one) => ({ ...one, coins: ["b", "a"] })))).toHaveLength(1);
    });

    it("keeps apart what has other names, unless most words of a headline have a capital", () => {
      const count = (...titles: string[]) =>
        groupStories(titles.map((title) => ({ title, published_at: "2026-11-20T00:00:00Z", coins: [] }))).length;
      expect(count("Two questions about RENDER that readers ask", "Two questions about TRUMP that readers ask")).toBe(
        2,
      );
      expect(count("Two questions about RENDER that readers ask", "Two questions that readers ask about RENDER")).toBe(
        1,
      );
      expect(count("Network Halts Withdrawals After Bridge Failure", "Network Halts Withdrawals After Failure")).toBe(
        1,
      );
      const quoted = "Bridge failure halts withdrawals of Example, says Acme";
      expect(count(quoted, "Network Halts Withdrawals Of Example After Bridge Failure, Says Other")).toBe(1);
    });
  });
});

describe("the DeFi page", () => {
  const PAGE = "defi/index.html";
  const { defi } = makeWorld().market;

  it("lists the first protocols without a script and links to the rest", async () => {
    const protocols = Array.from({ length: 60 }, (_, at) => makeProtocol(`p${at}`, 1000 - at));
    const page = await renderPage(makeWorld({ defi: { ...defi!, protocols } }), PAGE);
    const body = page.slice(page.indexOf("<tbody data-table-rows>"), page.indexOf("data-pager"));
    const names = [...body.matchAll(/nofollow">(p\d+)</g)].map(([, name]) => name);
    expect(names).toEqual(protocols.slice(0, 25).map(({ name }) => name));
    expect(page).toContain("1–25 of 60 protocols");
    expect(page).toMatch(/<noscript>.*href="\.\.\/api\/defi\/protocols\/limit\/all\.json"/);
  });

  it("shows the share of each category with an explanation", async () => {
    const page = await renderPage(USUAL_WORLD, PAGE);
    expect(page).toMatch(/>Lending<\/th>.*title="75 %">75\.00%/);
    expect(page).toMatch(/>Staking<\/th>.*title="25 %">25\.00%/);
    expect(page).toContain("is counted in each of them");
  });

  it("has chart data, and longer periods if there is an archive", async () => {
    const world = makeWorld();
    const bare = await renderPage(world, PAGE);
    const archive = { ...ARCHIVE, filename: "defi-tvl-daily.csv.gz", dataset: "defi-tvl-daily" };
    const page = await renderPage({ ...world, archives: [archive] }, PAGE);
    const periods = (html: string) =>
      [...html.matchAll(/data-period="(\w+)" data-history="([^"]+)"/g)].map(([, ...own]) => own);
    expect(periods(bare)).toEqual([["30d", "../api/defi/overview.json"]]);
    expect(periods(page)).toEqual([
      ["30d", "../api/defi/overview.json"],
      ["1y", "../api/data/download/defi-tvl-daily.csv.gz"],
      ["all", "../api/data/download/defi-tvl-daily.csv.gz"],
    ]);
    const table = page.slice(page.indexOf("data-chart-caption"), page.indexOf("</details>"));
    expect(table.match(/<tr><th scope="row"/g)).toHaveLength(30);
    expect(table).toContain(">2026-11-20</th>");
  });

  it("states the change of 30 days as the key figures do", async () => {
    const tvlChangePercentage = { "24h": null, "7d": null, "30d": -17.59 };
    const text = readText(await renderPage(makeWorld({ defi: { ...defi!, tvlChangePercentage } }), PAGE));
    expect(text).toContain("17.59% in 30 days");
    expect(text).toContain("30 days: −17.59%, between ");
  });

  it("writes out short categories", async () => {
    const protocols = ["CDP", "Dexs"].map((category, at) => ({ ...makeProtocol(`p${at}`, 9), category }));
    const text = readText(await renderPage(makeWorld({ defi: { ...defi!, protocols } }), PAGE));
    expect(text).toContain("Debt positions (CDP)");
    expect(text).toContain("Exchanges (DEX)");
    expect(text).not.toContain("Dexs");
  });

  it("filters by category and by any chain of a protocol", () => {
    const rows = [
      { rank: 1, name: "A", symbol: null, slug: "a", category: "Lending", chains: ["Ethereum", "Base"] },
      { rank: 2, name: "B", symbol: "AX", slug: "b", category: null, chains: ["Base"] },
    ];
    const show = (query: string) =>
      selectRows(PROTOCOLS, rows, readView(PROTOCOLS, query), 10).rows.map(({ name }: { name: string }) => name);
    expect(show("chain=Base")).toEqual(["A", "B"]);
    expect(show("chain=Ethereum")).toEqual(["A"]);
    expect(show("category=Uncategorised")).toEqual(["B"]);
    expect(show("category=constructor")).toEqual([]);
    expect(show("search=ax")).toEqual(["B"]);
  });

  it("shows unknown values of a protocol as unknown", () => {
    const none = { symbol: null, url: null, category: null, change_1d: null, change_7d: null, mcap: null };
    const row = String(
      PROTOCOLS.render({ ...none, rank: 1, name: "A", chains: [], tvl: 5, mcap_tvl_ratio: null }, { root: "" }),
    );
    expect(row.match(/class="unknown"/g)).toHaveLength(6);
    expect(row).not.toContain("null");
  });
});

describe("the exchanges page", () => {
  const PAGE = "exchanges/index.html";
  const VENUES = [{ id: "kraken", name: "Kraken", trust: 0.7, usdFiat: true }];
  const render = (world: World) => renderPage(world, PAGE, { venues: VENUES });

  it("shows trust and terms of polled exchanges only", async () => {
    const page = await render(makeWorld());
    const rows = page.match(/<tr class="[^"]*"><td class="rank">.*?<\/tr>/g)!;
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('<data value="0.7">0.7</data>');
    expect(rows[0]).toContain('href="https://example.org/terms"');
    expect(rows[0]).toContain('title="read in every build, and used for prices">polled</span>');
    expect(rows[0]).toContain('<a href="../api/exchanges/kraken.json" title="Pairs of kraken, JSON">');
    expect(rows[1]).not.toContain("api/exchanges/");
    expect(rows[1]).toContain("not polled, so not used for prices");
    expect(rows[1]).not.toContain(">polled</span>");
  });

  it("shows the age of each exchange where they differ by minutes", async () => {
    const renderAges = (distanceMs: number) => {
      const exchanges = [makeExchange("kraken"), makeExchange("b", { rank: 2, updatedAtMs: AS_OF_MS - distanceMs })];
      return render(makeWorld({ exchanges }));
    };
    const MINUTE_MS = 60_000;
    expect(await renderAges(20 * MINUTE_MS)).toContain("from its own tickers");
    const same = await renderAges(MINUTE_MS);
    expect(same).not.toContain("from its own tickers");
    expect(same).toContain('data-without="observed"');
  });

  it("does not count a disabled exchange as polled", async () => {
    const world = makeWorld();
    const sources = world.run.sources.map((source) => ({ ...source, status: "off" as const }));
    const page = await render({ ...world, run: { ...world.run, sources } });
    expect(page).toContain("Prices come from 0 exchanges");
    expect(page).not.toContain('<data value="0.7">0.7</data>');
  });

  it("marks stale and silent exchanges with a word and counts them", async () => {
    const exchanges = [
      makeExchange("kraken", { status: "stale" }),
      makeExchange("b", { rank: 2, status: "unavailable", volume24h: null, updatedAtMs: null }),
      makeExchange("c", { rank: 3 }),
    ];
    const page = await render(makeWorld({ exchanges }));
    expect(page).toMatch(/<span aria-hidden="true">!<\/span> Stale/);
    expect(page).toMatch(/<span aria-hidden="true">✕<\/span> No response/);
    expect(page).toContain('Stale</h2><p class="figure">2</p>');
    expect(page).toContain('<span class="unknown">never</span>');
    // The sum of the known volumes.
    expect(page).toContain('<data value="200" title="200 USD">$200</data>');
  });

  it("contains the data of its table that the JSON lacks", async () => {
    const path = "api/exchanges/kraken.json";
    const facts = readHtml(await render(makeWorld())).find(({ attributes }) => attributes.get("id") === "page-facts")!;
    expect(JSON.parse(facts.text)).toEqual({
      polled: { kraken: { trust: 0.7, license: "Terms", terms_url: "https://example.org/terms", path } },
      sources: { kraken: "Kraken", coingecko: "coingecko" },
      largestShare: 100,
    });
  });

  it("sorts by trust with unpolled exchanges last, and filters by status", () => {
    const exchanges = [
      { id: "a", name: "A", country: null, rank: 1, status: "ok" },
      { id: "b", name: "B", country: "Japan", rank: 2, status: "stale", polled: { trust: 0.4 } },
      { id: "c", name: "C", country: null, rank: 3, status: "ok", polled: { trust: 1 } },
    ];
    const show = (query: string) =>
      selectRows(EXCHANGES, exchanges, readView(EXCHANGES, query), 10).rows.map(({ id }: { id: string }) => id);
    expect(show("order=trust")).toEqual(["c", "b", "a"]);
    expect(show("state=trouble")).toEqual(["b"]);
    expect(show("source=reference")).toEqual(["a"]);
    expect(show("search=japan")).toEqual(["b"]);
  });
});

describe("the Fear & Greed page", () => {
  const render = (values: readonly number[]) => {
    const series = makeIndexSeries(values.length).map((point, at) => ({ ...point, value: values[at]! }));
    return renderPage(makeWorld({ fearGreed: series }), "fear-greed/index.html");
  };

  it("shows changes with a word and a sign besides the colour", async () => {
    const values = Array.from({ length: 40 }, () => 50);
    values[38] = 56;
    values[32] = 47;
    const text = readText(await render([...values.slice(0, 39), 53]));
    expect(text).toMatch(/1 day ago 2026-11-19 56 · .*? since then ▼ 3 down/);
    expect(text).toMatch(/1 week ago 2026-11-13 47 · .*? since then ▲ 6 up/);
    expect(text).toMatch(/1 month ago 2026-10-21 50 · .*? since then ▲ 3 up/);
  });

  it("shows missing earlier values as unknown", async () => {
    const text = readText(await render([10]));
    expect(text.match(/unknown/g)).toHaveLength(3);
  });

  it("draws a single value as a dot and says how many days there are", async () => {
    const page = await render([10]);
    expect(page).toMatch(/<svg class="drawing single".*<path d="M360 130h0"/);
    expect(readText(page)).toContain("1 of 30 days");
    expect(readText(page)).toContain("Known days: 1 point, 10 on 2026-11-20");
    expect(readText(await render(Array.from({ length: 40 }, () => 50)))).not.toContain("of 30 days");
  });

  it("draws the values with levels and days, without a script", async () => {
    const page = await render(Array.from({ length: 40 }, (_, at) => 20 + at));
    const listItems = (list: string) => {
      const [, items = ""] = page.match(new RegExp(`<ol class="${list}" aria-hidden="true">(.*?)</ol>`))!;
      return readText(items).trim();
    };
    expect(listItems("still-levels")).toBe("100 75 50 25 0");
    expect(listItems("still-times")).toBe("Oct 22 Nov 5 Nov 20");
  });

  it("says which values each word has, up to 100", async () => {
    const text = readText(await render([10]));
    expect(text).toMatch(/0–25 Extreme fear 26–46 Fear 47–54 Neutral 55–75 Greed 76–100 Extreme greed/);
  });

  it("labels the dial for screen readers", async () => {
    expect(await render([20, 30])).toContain('aria-label="Fear and Greed Index: 30 of 100, 0 days ago"');
  });
});
