import type { Artifact } from "../../../kit/platform/artifact.ts";
import type { PreviousAnswers } from "../../../kit/render/responses.ts";
import { computeSha256 } from "../../../lib/hash.ts";
import { cleanText } from "../../../lib/plain-text.ts";
import type { SiteFacts } from "../page-data/site-facts.ts";
import { openPainter, type PictureTexts } from "./open-painter.ts";

/** The picture of pages without their own, relative to the site's root. */
export const SITE_PICTURE = "social.png";
/** Beside the page of a coin. */
export const COIN_PICTURE = "social.png";
/**
 * So many of the largest coins have a picture of their own: links to them are what people share. A
 * picture takes some 10 milliseconds and 17 kB: a thousand would be 17 MB.
 */
export const PICTURED_COINS = 100;
const SITE_CLAIM = "Crypto market data, free as files.";
const SITE_NOTE = "No key, no account, no rate limits";
/** Longer names would be too small to read. */
const MAX_TITLE = 40;

interface PicturedCoin {
  name: string;
  symbol: string;
  market_cap_rank: number | null;
}

/** The title of a coin's picture; `undefined`: the coin has none. */
export function findPictureTitle(
  { name, symbol, market_cap_rank: rank }: PicturedCoin,
  most = PICTURED_COINS,
): string | undefined {
  if (rank === null || rank > most) return undefined;
  return [name, symbol].map(cleanText).find((text) => isDrawable(text) && text.length <= MAX_TITLE);
}

/** A coin with a picture of its own. `folder`: of its page. */
export interface CoinPicture {
  folder: string;
  title: string;
  symbol: string;
}

/** Pictures in the making. */
export interface Pictures {
  /** All files, with the one of the site first. */
  finish(): AsyncGenerator<Artifact>;
  /** Ends what is still being drawn. */
  close(): Promise<void>;
}

/**
 * Begins to draw the link previews as PNG, which networks show, unlike SVG. They hold names only: a
 * price would change, and have to be uploaded, with every build. A picture that the last build drew
 * of the same texts is reused.
 */
export function drawPictures(
  { name, sample }: Pick<SiteFacts, "name" | "sample">,
  coins: readonly CoinPicture[],
  previous?: PreviousAnswers,
): Pictures {
  const painter = openPainter();
  const draw = async ([path, texts]: readonly [path: string, texts: PictureTexts]): Promise<Artifact> => {
    const inputsDigest = computeSha256(JSON.stringify(texts));
    const known = previous?.find(path, inputsDigest);
    return { path, inputsDigest, ...(known ?? { body: await painter.draw(texts) }) };
  };
  const files = [...listPictures(name, sample, coins)].map(draw);
  // They are awaited when all pages are rendered. An earlier failure would end the process.
  for (const file of files) file.catch(() => undefined);
  return {
    async *finish() {
      yield* files;
    },
    close: painter.close,
  };
}

function* listPictures(
  name: string,
  sample: boolean,
  coins: readonly CoinPicture[],
): Generator<readonly [path: string, texts: PictureTexts]> {
  const site = sample ? `${name} · demo data` : name;
  yield [SITE_PICTURE, { title: name, subtitle: SITE_CLAIM, site: sample ? "Demo data" : SITE_NOTE }];
  for (const { folder, title, symbol } of coins) {
    const isNamed = isDrawable(symbol) && symbol !== title;
    const subtitle = isNamed ? `${symbol} · price with its evidence` : "Price with its evidence";
    yield [`${folder}/${COIN_PICTURE}`, { title, subtitle, site }];
  }
}

/** The characters of the bundled font. Others would be empty boxes. */
export function isDrawable(text: string): boolean {
  return /^[\u0020-\u007e\u00a1-\u00ff]+$/.test(text);
}
