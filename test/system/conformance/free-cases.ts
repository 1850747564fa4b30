import type { ApiRequest, Case, Expected, Pair } from "./case.ts";
import { type Ground, shuffle } from "./ground.ts";
import { request, spellRequest } from "./spell-url.ts";

/** Searches with and without results. */
const SEARCHES = [
  ..."bit BIT coin Coin c1 C17 number odd o t to ken cat (bsc) %41 $ $A a.b ++ 😀 比特币 比 ÖBB öbb & ?x #Y __proto__".split(
    " ",
  ),
  ..."zzzz ../btc nothing. bitcoin batcat mixed-case ,fct2 a/b a\\b 1000 404".split(" "),
  "coin number 1",
  "bitget token",
  " btc ",
  "e".repeat(64),
  "ö".repeat(64),
];
const LISTED = [
  ..."btc BTC Eth c0 C17 c179 bgb batcat BatCat mixed-case nope Nope2 $anrx con index all a.b .. %41 a\\b a/b c++".split(
    " ",
  ),
  ..."?x #y &z=1 öbb 比特币 😀 __proto__ constructor toString bitcoin fct fct2".split(" "),
  "a b",
  " eth",
  "",
];

/** L3: any search with any page, any list of symbols. */
export function listFreeCases(ground: Ground): Case[] {
  return [...listPages(ground), ...listPicks(ground)].map(({ asked, also }): Case => {
    const expected = ground.reference.answer(asked);
    const withoutQuery = ground.answerPath(asked);
    return { url: spellRequest(asked), level: "L3", about: "any combination", expected, withoutQuery, also };
  });
}

interface RequestCase {
  asked: ApiRequest;
  also: readonly Expected[];
}

function listPages({ random }: Ground): RequestCase[] {
  const integer = (max: number) => String(1 + Math.floor(random.next() * max));
  const pages = Array.from({ length: 520 }, (): RequestCase => {
    const query: Pair[] = [];
    if (random.next() < 0.6) query.push(["search", random.pick(SEARCHES)]);
    if (random.next() < 0.7) query.push(["limit", random.next() < 0.8 ? integer(40) : integer(1000)]);
    if (random.next() < 0.6) query.push(["offset", random.next() < 0.7 ? integer(30) : integer(400)]);
    if (random.next() < 0.1) query.push(["x", "1"]);
    return { asked: { endpoint: "coins", query: shuffle(random, query) }, also: [] };
  });
  const protocols = Array.from({ length: 60 }, (_, at) =>
    request("defi-protocols", `limit=${at < 40 ? at + 1 : integer(500)}`),
  );
  const far = ["1000", "214", "215", "1000000000", "999999999999"].flatMap((offset) =>
    ["", "limit=10&", "search=coin&"].map((before) =>
      request("coins", `${before}offset=${offset}${before.startsWith("search") ? "&limit=7" : ""}`),
    ),
  );
  return [...pages, ...[...protocols, ...far].map((asked) => ({ asked, also: [] }))];
}

function listPicks({ random, site, everyCoin }: Ground): RequestCase[] {
  const pick = (symbols: string): RequestCase => ({
    asked: { endpoint: "sparklines", query: [["symbols", symbols]] },
    also: [everyCoin],
  });
  const all = site.world.market.coins.map(({ symbol }) => symbol).filter((symbol) => !symbol.includes(","));
  return [
    ...Array.from({ length: 220 }, () =>
      pick(Array.from({ length: 1 + Math.floor(random.next() * 5) }, () => random.pick(LISTED)).join(",")),
    ).filter(({ asked }) => asked.query[0]![1].replace(/[\s,]/g, "") !== ""),
    // A single text with an escape would be a file name.
    ...LISTED.filter((symbol) => symbol.trim() !== "" && symbol !== "%41").map(pick),
    pick(all.slice(0, 200).join(",")),
    pick(Array.from({ length: 250 }, (_, at) => `no${at}`).join(",")),
    pick(`,${"btc,".repeat(300)}`),
  ];
}
