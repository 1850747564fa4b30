import { computeCoinPath } from "../../crypto/api/rows/coin-row.ts";
import type { RestrictedValues } from "../../crypto/market/open-only.ts";
import type { StateStore } from "../../kit/platform/platform.ts";
import { isText, isTimeMs, listOf, mapOf, objectOf, type Shape } from "../../lib/shape.ts";
import { floorTo, HOUR_MS } from "../../lib/time.ts";
import { type CoinAnswers, findCoinAnswer } from "../site/page-data/coin-page.ts";
import type { Built } from "../site/page-data/data-page.ts";

/** The name of the document in the state. */
export const COIN_PAGES = "coin-pages";

/** The responses that the coin pages of an hour show: those of the first build in it. */
export interface CoinPageHour {
  hourMs: number;
  /** What made the responses: another program, or other settings, may need other fields. */
  maker: string;
  answers: CoinAnswers;
}

const isHour = objectOf({
  hourMs: isTimeMs,
  maker: isText,
  answers: mapOf(objectOf({ data: objectOf({ path: isText }), meta: objectOf({ sources: listOf(isText) }) })),
});

/** Whether a stored value has the shape of the responses of an hour. */
export const isCoinPageHour: Shape<CoinPageHour> = (value): value is CoinPageHour => isHour(value);

/**
 * The responses for the coin pages of this hour, and whether they differ from those in the state.
 * All builds of an hour write the same pages, so that a host takes them once. A coin that is new,
 * or has another path, gets its current response. `program`: the digest of the program, if known.
 */
export async function chooseCoinAnswers(
  state: StateStore,
  built: Built,
  program: string | undefined,
): Promise<{ hour: CoinPageHour; isNew: boolean }> {
  const { market, hidesBooks } = built.world;
  const hourMs = floorTo(market.asOfMs, HOUR_MS);
  const maker = JSON.stringify([program ?? null, hidesBooks]);
  const known = await state.read<CoinPageHour>(COIN_PAGES);
  const kept = known?.hourMs === hourMs && known.maker === maker ? known.answers : {};
  let isNew = false;
  const answers = market.coins.flatMap((coin) => {
    const earlier = Object.hasOwn(kept, coin.id) ? kept[coin.id] : undefined;
    const isKept = earlier?.data.path === computeCoinPath(coin);
    const answer = isKept ? earlier : findCoinAnswer(built, coin);
    isNew ||= !isKept && answer !== undefined;
    return answer === undefined ? [] : [[coin.id, answer] as const];
  });
  return { hour: { hourMs, maker, answers: Object.fromEntries(answers) }, isNew };
}

/** With a restricted source among them, none is kept: they are of one hour only. */
export function removeRestrictedPages(hour: CoinPageHour, { sources }: RestrictedValues): CoinPageHour | undefined {
  const used = Object.values(hour.answers).flatMap(({ meta }) => [...meta.sources]);
  return used.some((id) => sources.has(id)) ? undefined : hour;
}
