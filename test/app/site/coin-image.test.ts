import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { computePageData } from "../../../build/app/site/page-data/page-data.ts";
import { renderCoinPages } from "../../../build/app/site/render-coin-pages.ts";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import type { World } from "../../../build/crypto/api/world.ts";
import { hosts } from "../../../build/kit/hosts/registry.ts";
import { DATA_PAGES } from "../../../templates/components/navigation.js";
import { makeCoin, makeUnknownCoin, makeWorld } from "../../fixtures/market.ts";
import { REPOSITORY, renderPage } from "../../fixtures/pages.ts";
import { readHtml } from "../../fixtures/read-html.ts";

/** The pages that the layout names. */
const PAGES = DATA_PAGES.map(({ id }) => ({ url: `/${id}/`, data: { title: id } }));

type Coin = ReturnType<typeof makeCoin>;

const render = (...coins: Coin[]) => renderWorld(makeWorld({ coins }));

function renderWorld(world: World): Map<string, string> {
  const input = { endpoints, world, hosts, options: { repository: REPOSITORY } };
  const files = [...renderCoinPages(input, computePageData(input), PAGES)];
  return new Map(files.flatMap(({ path, body }) => (path.endsWith(".svg") ? [[path, String(body)]] : [])));
}

const readTexts = (svg: string): string[] => new XMLParser({ parseTagValue: false }).parse(svg).svg.text.map(String);

describe("the link preview image of a coin", () => {
  it("is next to the page and shows name, symbol, price, change and time", () => {
    const images = render(makeCoin("bitcoin", "BTC", { name: "Bitcoin", key: "btc", rank: 1, price: 1234.5 }));
    expect([...images.keys()]).toEqual(["coins/btc/og.svg"]);
    const svg = images.get("coins/btc/og.svg")!;
    expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 1200 630"/);
    expect(readTexts(svg).join(" | ")).toMatch(
      /^Bitcoin \| BTC · rank 1 \| \$1,234\.50 \| [▲▼] [+−][\d.]+% in 24h \| Open Crypto Data \| 2026-11-20 \d\d:\d\d UTC$/,
    );
  });

  it("is deterministic and loads nothing", () => {
    const first = render(makeCoin("one", "ONE"));
    const again = render(makeCoin("one", "ONE"));
    expect(again).toEqual(first);
    for (const svg of first.values()) {
      expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(
        /https?:|href|url\(|<(?:image|style|script)/,
      );
    }
  });

  it("escapes names and shortens them", () => {
    const names = [
      "</title><script>alert(1)</script>",
      `"><image href='//x'/>`,
      "&lt;b&gt; & ]]>",
      "汉".repeat(40),
      "A\u0000\u202eB",
    ];
    const coins = names.map((name, at) => makeCoin(`coin-${at}`, "<S&'\">", { name, key: `x${at}`, rank: at + 1 }));
    const images = [...render(...coins).values()];
    for (const svg of images) {
      expect(XMLValidator.validate(svg)).toBe(true);
      expect(svg).not.toMatch(/<(?:script|image)/);
      expect(svg).toContain("&lt;S&amp;&#39;&quot;&gt;");
    }
    expect(images[0]).toContain(">&lt;/title&gt;&lt;script&gt;alert(1)&lt;…</text>");
    expect(images[3]).toContain(`>${"汉".repeat(12)}…</text>`);
    expect(images[4]).toContain(">A B</text>");
  });

  it("shows no number and no line without data", () => {
    const none = { times: [], prices: [], marketCaps: [], totalVolumes: [] };
    const world = makeWorld({ coins: [makeUnknownCoin("nothing", "NIL")] }, { history: { series: () => none } });
    const svg = renderWorld(world).get("coins/nil/og.svg")!;
    expect(svg).toContain("no price");
    expect(svg).not.toMatch(/\$0|NaN|undefined|null|<path/);
    expect(XMLValidator.validate(svg)).toBe(true);
  });

  it("has an absolute URL in the page if the site has a base URL", async () => {
    const world = makeWorld({ coins: [makeCoin("odd", "$X", { key: "odd" })] });
    const imageOf = (page: string) =>
      readHtml(page)
        .find(({ attributes }) => attributes.get("property") === "og:image")
        ?.attributes.get("content");
    const path = "coins/odd/index.html";
    const options = { repository: REPOSITORY, baseUrl: "https://host.example/repo/" };
    expect(imageOf(await renderPage(world, path))).toBe("og.svg");
    expect(imageOf(await renderPage(world, path, { options }))).toBe("https://host.example/repo/coins/odd/og.svg");
    expect(imageOf(await renderPage(world, "market/index.html"))).toBeUndefined();
    expect(imageOf(await renderPage(world, "market/index.html", { options }))).toBe(
      "https://host.example/repo/social.svg",
    );
  });
});
