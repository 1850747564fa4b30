import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coinHistory } from "../../../build/crypto/api/endpoints/coin-history.ts";
import { coins } from "../../../build/crypto/api/endpoints/coins.ts";
import { defiProtocols } from "../../../build/crypto/api/endpoints/defi-protocols.ts";
import { sparklines } from "../../../build/crypto/api/endpoints/sparklines.ts";
import { SEARCHED } from "../../../build/crypto/api/rows/find-coin.ts";
import type { Endpoint } from "../../../build/crypto/api/world.ts";
import type { Params } from "../../../build/kit/api/endpoint.ts";
import {
  fileOf,
  filesOf,
  findFileOf,
  paginate,
  paginationOf,
  parseQuery,
  queryFormOf,
} from "../../../build/kit/api/query.ts";
import { pickEntries, searchRows, selectRows } from "../../../build/kit/api/search.ts";
import { anyCharacter } from "../../fixtures/any-character.ts";

const parse = ({ parameters }: Pick<Endpoint, "parameters">, query: string) =>
  parseQuery(parameters, new URLSearchParams(query));

describe("parseQuery", () => {
  const dogs = (count: number) => encodeURIComponent("🐶".repeat(count));
  const many = (count: number, name: (n: number) => string) => Array.from({ length: count }, (_, n) => name(n));

  it.each<[string, Pick<Endpoint, "parameters">, string, Params]>([
    ["the default of an absent parameter", coins, "", {}],
    ["the default of an empty one", coins, "limit=&offset=%20&search=", {}],
    ["no value that is the default", coins, "limit=100&offset=0", {}],
    [
      "the first of a repeated parameter, and no unknown one",
      coins,
      "offset=7&x=1&limit=5&limit=9&search=%20BiT%20&__proto__=2",
      { search: "bit", limit: 5, offset: 7 },
    ],
    [
      "a list, trimmed and without what differs only in case, before it counts",
      sparklines,
      `symbols= BTC ,btc,,${many(300, (n) => (n % 2 ? "eth" : "ETH"))}`,
      { symbols: "BTC,ETH" },
    ],
    ["all values of a repeated list", sparklines, "symbols=btc&symbols=&symbols=eth,BTC", { symbols: "btc,eth" }],
    ["characters, not bytes or UTF-16 units", coins, `search=${dogs(64)}`, { search: "🐶".repeat(64) }],
    ["an offset of at most one past the end", coins, `offset=${"9".repeat(30)}`, { offset: Number.MAX_SAFE_INTEGER }],
  ])("reads %s", (_, endpoint, query, values) => expect(parse(endpoint, query)).toEqual({ values }));

  it.each<[string, Pick<Endpoint, "parameters">, string]>([
    ...["0", "1001", "-1", "1.0", "1e2", "0x10", "ten", "010", "5 5", "all"].map(
      (limit): [string, Endpoint, string] => [`limit=${limit}`, coins, "limit must be an integer from 1 to 1000"],
    ),
    ["limit=501", defiProtocols, "limit must be an integer from 1 to 500"],
    ["offset=-1", coins, "offset must be an integer of 0 or more"],
    [`search=${dogs(65)}`, coins, "search must be a text of at most 64 characters"],
    ["period=2d", coinHistory, "period must be one of 1h, 24h, 7d, 30d, 1y, all"],
    [
      `symbols=${many(251, (n) => `c${n}`)}`,
      sparklines,
      "symbols must be a comma-separated list of at most 250 values",
    ],
    ...["", "symbols=", "symbols=,%20,"].map((query): [string, Endpoint, string] => [
      query,
      sparklines,
      "symbols is required: a comma-separated list of at most 250 values",
    ]),
  ])("refuses the query '%s'", (query, endpoint, error) => expect(parse(endpoint, query)).toEqual({ error }));

  it("answers any query with values inside the bounds or with a message that names the parameter", () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), fc.string(), fc.string(), (rest, limit, offset) => {
        const query = new URLSearchParams(rest);
        query.set("limit", limit);
        query.set("offset", offset);
        const parsed = parseQuery(coins.parameters, query);
        if ("error" in parsed) expect(parsed.error).toMatch(/^(limit|offset|search) must be /);
        else {
          expect(parsed.values["limit"] ?? 100).toSatisfy((n: number) => Number.isInteger(n) && n >= 1 && n <= 1000);
          expect(parsed.values["offset"] ?? 0).toSatisfy((n: number) => Number.isSafeInteger(n) && n >= 0);
        }
      }),
      { numRuns: 30 },
    );
  });
});

const row = (id: string, symbol: string, name: string) => ({ id, symbol, name });

describe("searchRows", () => {
  it("puts exact matches of symbol, name or id first, then prefixes of any, then the rest, each by rank", () => {
    const rows = [
      row("wrapped", "WBTC", "Wrapped"),
      row("btc-prefix-of-id", "WWW", "Plain"),
      row("bitcoin", "BTC", "Bitcoin"),
      row("btcish", "BTCX", "Another"),
      row("second", "BTC", "Second"),
      row("named", "ZZZ", "Btc Named"),
      row("has-btc-id", "YYY", "Plain"),
      row("no", "NO", "Nothing"),
      row("first", "BTCA", "First"),
      row("btc", "XXX", "Exact id"),
      row("exact-name", "VVV", "BTC"),
    ];
    expect(searchRows(rows, " bTc ", SEARCHED).map(({ id }) => id)).toEqual(
      "bitcoin second btc exact-name btc-prefix-of-id btcish named first wrapped has-btc-id".split(" "),
    );
    expect(searchRows(rows, "%", SEARCHED)).toEqual([]);
  });

  it("finds Bitcoin before a smaller coin with the symbol BITCOIN, by the name and by its beginning", () => {
    const rows = [row("bitcoin", "BTC", "Bitcoin"), row("harrypotter", "BITCOIN", "HarryPotter")];
    for (const search of ["b", "bit", "bitcoin"])
      expect([search, ...searchRows(rows, search, SEARCHED)]).toEqual([search, ...rows]);
  });
});

describe("pages", () => {
  it("are empty past the end", () => {
    expect(paginate([1, 2, 3], 2, 2)).toEqual([3]);
    expect(paginate([1, 2, 3], 2, 9)).toEqual([]);
  });

  it.each<[string, Params, number, number, string | null, string | null]>([
    ["files where every build has them", {}, 250, 100, "/limit/100/offset/100.json", null],
    ["files of a limit", { limit: 10, offset: 20 }, 35, 10, "/limit/10/offset/30.json", "/limit/10/offset/10.json"],
    ["the file of the defaults", { offset: 100 }, 150, 50, null, ".json"],
    ["query forms of other limits", { limit: 7, offset: 7 }, 30, 7, "?limit=7&offset=14", "?limit=7"],
    ["query forms of other offsets", { limit: 10, offset: 15 }, 30, 10, "?limit=10&offset=25", "?limit=10&offset=5"],
    ["query forms of searches", { search: "a&b", limit: 10 }, 30, 10, "?search=a%26b&limit=10&offset=10", null],
    ["the last page from past the end", { limit: 10, offset: 1000 }, 35, 0, null, "/limit/10/offset/30.json"],
    ["nothing in an empty list", { offset: 100 }, 0, 0, null, null],
    ["nothing from the page of everything", { limit: "all" }, 35, 35, null, null],
    ["nothing from an empty page of everything", { limit: "all" }, 0, 0, null, null],
  ])("link to %s", (_, params, total, count, next, previous) => {
    const limit = params["limit"] === "all" ? total : (params["limit"] ?? 100);
    const link = (rest: string | null) => rest && `coins${rest}`;
    const expected = { limit, total, count, next: link(next), previous: link(previous) };
    expect(paginationOf("/coins", coins.parameters, params, total)).toMatchObject(expected);
  });

  it("partition the list when the links are followed, forwards and backwards", () => {
    type Start = { limit: number; offset: number };
    const follow = (link: string): Start => {
      const numbers = (name: string) => Number(link.match(new RegExp(`${name}[/=](\\d+)`))?.[1]);
      return { limit: numbers("limit") || 100, offset: numbers("offset") || 0 };
    };
    fc.assert(
      fc.property(fc.nat(120), fc.constantFrom(7, 10, 20, 33, 100), (total, limit) => {
        const rows = Array.from({ length: total }, (_, n) => row(`id${n}`, `S${n}`, `Name ${n}`));
        const pageOf = (at: Start) => selectRows("/coins", coins.parameters, rows, { ...at }, SEARCHED);
        const seen: unknown[] = [];
        const starts: number[] = [];
        let last: Start = { limit, offset: 0 };
        for (let at: Start | undefined = last; at !== undefined; ) {
          const page: ReturnType<typeof pageOf> = pageOf(at);
          expect(page.rows.length).toBe(page.pagination.count);
          seen.push(...page.rows);
          starts.push(at.offset);
          last = at;
          at = page.pagination.next === null ? undefined : follow(page.pagination.next);
        }
        expect(seen).toEqual(rows);
        const back: number[] = [];
        for (let at: Start | undefined = last; at !== undefined; ) {
          back.unshift(at.offset);
          const { previous }: { previous: string | null } = pageOf(at).pagination;
          at = previous === null ? undefined : follow(previous);
        }
        expect(back).toEqual(starts);
      }),
      { numRuns: 20 },
    );
  });
});

describe("pickEntries", () => {
  it("finds keys in either case, and names what is missing as the request wrote it", () => {
    const entries = { BTC: 1, batcat: 2, ETH: 3 };
    expect(pickEntries(entries, "btc,BatCat,Nope,constructor")).toEqual({
      picked: { BTC: 1, batcat: 2 },
      missing: ["Nope", "constructor"],
    });
  });
});

describe("fileOf", () => {
  it.each([
    ["coins.json", coins, {}],
    ["coins.json", coins, { limit: 100, offset: 0 }],
    ["coins/limit/10/offset/20.json", coins, { limit: 10, offset: 20 }],
    ["coins/limit/100/offset/100.json", coins, { offset: 100 }],
    ["coins/limit/all.json", coins, { limit: "all" }],
    ["coins/search/bit.json", coins, { search: "bit" }],
    ["coins/btc/history.json", coinHistory, { symbol: "btc" }],
    ["coins/btc/history.json", coinHistory, { symbol: "BTC", period: "7d" }],
    ["coins/btc/history/30d.json", coinHistory, { symbol: "btc", period: "30d" }],
    ["defi/protocols/limit/5.json", defiProtocols, { limit: 5 }],
    ["defi/protocols.json", defiProtocols, { limit: 20 }],
    ["sparklines.json", sparklines, {}],
    ["sparklines/btc.json", sparklines, { symbols: "btc" }],
  ])("names the file %s in case %#", (file, { path, parameters }, values) => {
    expect(fileOf(path, parameters, values as Record<string, string | number>)).toBe(file);
  });

  it("refuses a path without its value", () => {
    expect(() => fileOf(coinHistory.path, coinHistory.parameters, {})).toThrow(RangeError);
  });

  it("names no file where a value would need an escape, leave its folder or be a device", () => {
    const hostile = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }),
      fc.constantFrom("..", ".", "../..", "a/b", "con", "index", "nul.x", "a..b", "\u0000", "%2e%2e", "%24", "~", "$a"),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const files = [
          findFileOf(coinHistory.path, coinHistory.parameters, { symbol: text }),
          findFileOf(sparklines.path, sparklines.parameters, { symbols: text }),
          findFileOf(coins.path, coins.parameters, { search: text }),
        ];
        for (const file of files) {
          if (file === undefined) continue;
          expect(file).toMatch(/^(coins|sparklines)(\/[a-z0-9][a-z0-9._-]*)+\.json$/);
          expect(file).not.toMatch(/\.\.|\/(con|nul|index)[./]/);
        }
        if (files[2] === undefined) {
          expect(() => fileOf(coins.path, coins.parameters, { search: text })).toThrow(RangeError);
        }
      }),
    );
  });

  it("is one file per answer: different values of a list never meet", () => {
    const search = fc.string({ unit: fc.constantFrom(..."aB1-_$%/. "), minLength: 1, maxLength: 5 });
    const values = fc.record(
      { search, limit: fc.constantFrom(7, 10, 50, "all"), offset: fc.nat(50) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(values, values, (a, b) => {
        const same = (x: typeof a) => [(x.search ?? "").toLowerCase(), x.limit ?? 100, x.offset ?? 0].join("\n");
        const file = (x: typeof a) => findFileOf(coins.path, coins.parameters, x as Record<string, string | number>);
        if (file(a) !== undefined) expect(file(a) === file(b)).toBe(same(a) === same(b));
      }),
    );
  });
});

describe("filesOf", () => {
  it.each<[string[], Pick<Endpoint, "path" | "parameters">, Params]>([
    [["coins.json", "coins/limit/100.json"], coins, {}],
    [["defi/protocols.json", "defi/protocols/limit/20.json"], defiProtocols, {}],
    [["coins/btc/history.json", "coins/btc/history/7d.json"], coinHistory, { symbol: "btc" }],
    [["coins/search/bit.json"], coins, { search: "bit" }],
    [["sparklines.json"], sparklines, {}],
  ])(
    "are %j: beside the file of an answer only the one that spells a default out",
    (files, { path, parameters }, params) => expect(filesOf(path, parameters, params)).toEqual(files),
  );
});

describe("queryFormOf", () => {
  it("has the declared order, no defaults, and escapes what a URL would read otherwise", () => {
    expect(queryFormOf(coins.path, coins.parameters, { offset: 7, limit: 7 })).toBe("coins?limit=7&offset=7");
    expect(queryFormOf(coins.path, coins.parameters, { limit: 100 })).toBe("coins");
    expect(queryFormOf(sparklines.path, sparklines.parameters, { symbols: "BTC,$a&b" })).toBe(
      "sparklines?symbols=btc,%24a%26b",
    );
  });

  it("is read back as the same values", () => {
    const search = fc.string({ minLength: 1, maxLength: 20 }).map((text) => text.trim().toLowerCase());
    fc.assert(
      fc.property(search, fc.integer({ min: 1, max: 1000 }), fc.nat(), (text, limit, offset) => {
        const query = new URLSearchParams({ search: text, limit: `${limit}`, offset: `${offset}` });
        const parsed = parseQuery(coins.parameters, query) as { values: Record<string, string | number> };
        const form = queryFormOf(coins.path, coins.parameters, parsed.values);
        expect(parse(coins, form.split("?")[1] ?? "")).toEqual(parsed);
      }),
    );
  });
});
