import { inflateSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { createPainter, HEIGHT, WIDTH } from "../../../build/app/site/picture/create-painter.js";
import { encodePng } from "../../../build/app/site/picture/encode-png.js";
import { openPainter } from "../../../build/app/site/picture/open-painter.ts";
import {
  type CoinPicture,
  drawPictures,
  findPictureTitle,
  isDrawable,
  PICTURED_COINS,
} from "../../../build/app/site/picture/render-pictures.ts";
import type { PreviousAnswers } from "../../../build/kit/render/responses.ts";
import { collect } from "../../fixtures/collect.ts";
import { makeCoin, makeWorld } from "../../fixtures/market.ts";
import { REPOSITORY, readUsualPages, renderPage } from "../../fixtures/pages.ts";
import { readHtml } from "../../fixtures/read-html.ts";

/** The chunks of a PNG by type. */
function readChunks(png: Buffer): Map<string, Buffer> {
  expect([...png.subarray(0, 4)]).toEqual([0x89, ...Buffer.from("PNG")]);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return chunks;
}

/** The colours of the pixels, row by row, as `#rrggbb`. */
function readColours(png: Buffer): string[] {
  const chunks = readChunks(png);
  const width = chunks.get("IHDR")!.readUInt32BE(0);
  const palette = chunks.get("PLTE")!;
  return [...inflateSync(chunks.get("IDAT")!)].flatMap((index, at) =>
    at % (width + 1) === 0 ? [] : `#${palette.toString("hex", 3 * index, 3 * index + 3)}`,
  );
}

it("a PNG holds the pixels that it was made of", () => {
  const pixels = new Uint8Array([0, 8, 16, 255, 248, 248, 248, 255, 0, 8, 16, 255, 24, 0, 0, 255]);
  const png = encodePng(2, 2, pixels);
  expect(readChunks(png).get("IHDR")!.toString("hex")).toBe("00000002000000020803000000");
  expect(readColours(png)).toEqual(["#000810", "#f8f8f8", "#000810", "#180000"]);
  // The row is like the one above, and the last one is not.
  const rows = new Uint8Array([...pixels.subarray(0, 8), ...pixels.subarray(0, 8), ...pixels.subarray(8)]);
  expect(readColours(encodePng(2, 3, rows))).toEqual([
    ...["#000810", "#f8f8f8"],
    ...["#000810", "#f8f8f8"],
    ...["#000810", "#180000"],
  ]);
  const many = Uint8Array.from(
    Array.from({ length: 400 }, (_, at) => [8 * (at % 32), 8 * Math.floor(at / 32), 0, 255]).flat(),
  );
  expect(() => encodePng(20, 20, many)).toThrow(RangeError);
});

describe("a link preview", () => {
  let draw: Awaited<ReturnType<typeof createPainter>>;
  beforeAll(async () => {
    draw = await createPainter();
  });
  const texts = { title: "Bitcoin", subtitle: "BTC", site: "Open Crypto Data" };

  it("has the size that networks ask for, and is the same each time", () => {
    const png = draw(texts);
    const head = readChunks(png).get("IHDR")!;
    expect([head.readUInt32BE(0), head.readUInt32BE(4)]).toEqual([WIDTH, HEIGHT]);
    expect(png.length).toBeLessThan(30_000);
    expect(draw(texts).equals(png)).toBe(true);
    expect(draw({ ...texts, title: "Litecoin" }).equals(png)).toBe(false);
  });

  it("keeps a long title within its margins", () => {
    const colours = readColours(draw({ ...texts, title: "W".repeat(40) }));
    const background = colours[0];
    // The rows of the title.
    const rows = Array.from({ length: 90 }, (_, at) => colours.slice((110 + at) * WIDTH, (111 + at) * WIDTH));
    expect(rows.some((row) => row.slice(80, WIDTH - 80).some((colour) => colour !== background))).toBe(true);
    for (const row of rows) expect(new Set(row.slice(WIDTH - 76))).toEqual(new Set([background]));
  });
});

/** The files of a site with these coins. */
async function drawAll(coins: readonly CoinPicture[], previous?: PreviousAnswers) {
  const pictures = drawPictures({ name: "Site", sample: false }, coins, previous);
  try {
    return await collect(pictures.finish());
  } finally {
    await pictures.close();
  }
}

describe("the thread that draws", () => {
  const texts = { title: "Bitcoin", subtitle: "BTC", site: "Open Crypto Data" };

  it("draws what the painter draws, in order", async () => {
    const draw = await createPainter();
    const painter = openPainter();
    const titles = ["Bitcoin", "Litecoin", "Monero"];
    const drawn = await Promise.all(titles.map((title) => painter.draw({ ...texts, title })));
    await painter.close();
    expect(drawn.map((png) => draw({ ...texts, title: "Bitcoin" }).equals(png))).toEqual([true, false, false]);
    expect(drawn.map((png, at) => draw({ ...texts, title: titles[at]! }).equals(png))).toEqual([true, true, true]);
  });

  it("ends with what is not drawn yet, and does so without a picture as well", async () => {
    const painter = openPainter();
    const drawn = painter.draw(texts);
    await painter.close();
    await expect(drawn).rejects.toThrow("The thread that draws pictures has ended");
    await expect(openPainter().close()).resolves.toBeUndefined();
  });

  it("says why it failed", async () => {
    const painter = openPainter();
    await expect(painter.draw(undefined as never)).rejects.toThrow(TypeError);
    await expect(painter.draw(texts)).rejects.toThrow(TypeError);
  });
});

describe("the picture of a coin", () => {
  const coin = { name: "Bitcoin", symbol: "BTC", market_cap_rank: 1 };

  it("shows the name, or the symbol where the font lacks the name", () => {
    expect(findPictureTitle(coin)).toBe("Bitcoin");
    expect(findPictureTitle({ ...coin, name: "比特币" })).toBe("BTC");
    expect(findPictureTitle({ ...coin, name: "A\u0000\u202eB" })).toBe("A B");
    expect(findPictureTitle({ ...coin, name: "x".repeat(80) })).toBe("BTC");
    expect(findPictureTitle({ ...coin, name: "比特币", symbol: "😀" })).toBeUndefined();
    expect(["Ünï", "a&b <c>", "\n", "ł"].map(isDrawable)).toEqual([true, true, false, false]);
  });

  it("exists for the largest coins, and says nothing that changes with the market", async () => {
    expect(findPictureTitle({ ...coin, market_cap_rank: PICTURED_COINS + 1 })).toBeUndefined();
    expect(findPictureTitle({ ...coin, market_cap_rank: null })).toBeUndefined();
    const one = { folder: "coins/btc", title: "Bitcoin", symbol: "BTC" };
    const files = await drawAll([one]);
    expect(files.map(({ path }) => path)).toEqual(["social.png", "coins/btc/social.png"]);
  });

  it("is drawn again only when its texts change", async () => {
    const coin = { folder: "coins/btc", title: "Bitcoin", symbol: "BTC" };
    const drawn = await drawAll([coin]);
    const stored = new Map(drawn.map(({ path, inputsDigest }) => [`${path} ${inputsDigest}`, new Uint8Array([7])]));
    const previous = {
      program: "",
      find(path: string, digest: string) {
        const body = stored.get(`${path} ${digest}`);
        return body && { body, sha256: "" };
      },
    };
    const reused = async (title: string) => {
      const files = await drawAll([{ ...coin, title }], previous);
      return files.map(({ body }) => body.length === 1);
    };
    expect(await reused("Bitcoin")).toEqual([true, true]);
    expect(await reused("Bitcoin II")).toEqual([true, false]);
  });

  it("is the one that the page names", async () => {
    const { pages, files } = await readUsualPages();
    const named = [...pages].map(([path, page]) => {
      const image = readHtml(page).find(({ attributes }) => attributes.get("property") === "og:image");
      return new URL(image!.attributes.get("content")!, `https://site.example/${path}`).pathname.slice(1);
    });
    expect(new Set(named.filter((path) => !files.has(path)))).toEqual(new Set());
    expect(named).toContain("coins/btc/social.png");
    const made = [...files.keys()].filter((path) => path.endsWith("social.png"));
    expect(new Set(named)).toEqual(new Set(made));
  });

  it("has an absolute URL if the site has one", async () => {
    const world = makeWorld({ coins: [makeCoin("odd", "$X", { key: "odd", rank: 1 })] });
    const options = { repository: REPOSITORY, baseUrl: "https://host.example/repo/" };
    const imageOf = async (path: string) =>
      readHtml(await renderPage(world, path, { options }))
        .find(({ attributes }) => attributes.get("property") === "og:image")
        ?.attributes.get("content");
    expect(await imageOf("coins/odd/index.html")).toBe("https://host.example/repo/coins/odd/social.png");
    expect(await imageOf("market/index.html")).toBe("https://host.example/repo/social.png");
    expect(await imageOf("index.html")).toBe("https://host.example/repo/social.png");
  });
});
