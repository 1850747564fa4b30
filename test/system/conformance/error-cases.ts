import type { ApiRequest, Case, Expected } from "./case.ts";
import type { Ground } from "./ground.ts";
import { request, spellRequest } from "./spell-url.ts";

const NUMBERS = "all 010 -10 -1 0.5 abc 1e2 10abc 0x10 ٣ NaN null 1,000 10;20 99999 1001 0 007 +7".split(" ");
const UNKNOWN = [
  ..."nope NOPE no-such-coin btc1 😁 <script> btc,eth null undefined".split(" "),
  // A host that decodes twice would find a coin.
  "a".repeat(150),
  "btc eth",
  "%62tc",
];
/** Some programs drop such a pair, and would answer as if nothing was asked. */
const BROKEN_PAIRS = "limit=10;drop limit=1%zz limit=10% limit=1%3 search=a;b search=%zz offset=20%2 limit=;10".split(
  " ",
);
const PATHS = `
  nope no/such/endpoint coins/btc/nope coins/btc/history/2h coins/btc/history/7d/x defi defi/nope data data/download data/nope globall
  coins/btc/history.json.json openapi.yaml coins.xml exchanges/nope news/1 global/x fear-greed/x defi/protocols/aave
  coins/limit/7.json coins/limit/0.json coins/limit/10/offset/7.json coins/search/zzzz.json sparklines/nope.json coins/%2562tc.json
  coins/%2562tc/history sparklines/%2562tc.json
  in in/eur in/gbp/coins in/gbp/coins/btc in/usd/coins.json in/nope/global in/eur/news
`
  .trim()
  .split(/\s+/);
/** Path traversal as seen on the Internet. The secret file lies beside the site. */
const WAYS_OUT = `
  ..%2fsecret.json ..%2f..%2fsecret.json %2e%2e%2fsecret.json %2e%2e%2f%2e%2e%2fsecret.json ..%5csecret.json
  coins/..%2f..%2f..%2fsecret.json coins/..%2f..%2f..%2fsecret coins/%252e%252e%252f%252e%252e%252fsecret.json
  data/download/..%2f..%2f..%2f..%2fsecret.json data/download/..%2f..%2f..%2fapi%2f..%2f..%2fsecret.json
  coins/..%2f..%2f..%2fsecret.json%00.csv sparklines/..%2f..%2f..%2fsecret.json coins/%c0%ae%c0%ae/secret.json
  coins/%zz coins/% coins/%ff%fe coins/%00 %00 coins/btc%00.json ..;/secret.json ....//secret.json
  coins/..%2f404 coins/history/..%2f..%2f404 coins/..%c0%afsecret.json coins/btc%2f..%2f..%2f..%2f..%2fsecret.json %2fetc%2fpasswd coins/%2fetc%2fpasswd
`
  .trim()
  .split(/\s+/);

/** Invalid values, unknown names and paths, path traversal. */
export function listErrorCases(ground: Ground): Case[] {
  const { reference, everyCoin } = ground;
  const cases: Case[] = [];
  const refused: Expected = { refused: true };
  const notFound: Expected = { status: 404, code: "not_found" };
  const ask = (about: string, level: Case["level"], asked: ApiRequest, also: readonly Expected[] = []) => {
    const url = spellRequest(asked);
    const withoutQuery = ground.answerPath(asked);
    cases.push({ url, level, about, expected: reference.answer(asked), also, withoutQuery });
  };
  for (const value of NUMBERS) {
    ask("a bad limit", "L3", { endpoint: "coins", query: [["limit", value]] });
    ask("a bad limit", "L3", { endpoint: "defi-protocols", query: [["limit", value]] });
    // Zero and large numbers are valid offsets.
    const page: ApiRequest["query"] = [["limit", "10"], ...([["offset", value]] as const)];
    ask("a bad offset", "L3", { endpoint: "coins", query: page });
  }
  for (const period of ["2h", "2w", "../../eth", "7", "1w", "forever", "1h,24h", "../1h", "7d.json"]) {
    ask("a bad period", "L3", { endpoint: "coin-history", name: "btc", query: [["period", period]] });
  }
  for (const pair of BROKEN_PAIRS) {
    // Programs that decode differently may find nothing where others refuse, but never the default.
    const query = [...new URLSearchParams(pair.replace(/%(?![0-9a-f]{2})/g, "%25"))];
    const expected = reference.answer({ endpoint: "coins", query });
    const withoutQuery = ground.answerPath(request("coins"));
    cases.push({ url: `/api/coins?${pair}`, level: "L3", about: "a broken pair", expected, withoutQuery });
  }
  ask("a long search", "L3", { endpoint: "coins", query: [["search", "e".repeat(65)]] });
  ask("a long search", "L3", { endpoint: "coins", query: [["search", "😀".repeat(65)]] });
  const many = Array.from({ length: 251 }, (_, at) => `no${at}`).join(",");
  for (const symbols of [many, "", ",", " , "]) {
    ask("a bad list", "L3", { endpoint: "sparklines", query: [["symbols", symbols]] }, [everyCoin]);
  }
  ask("a list that is required", "L3", { endpoint: "sparklines", query: [] }, [everyCoin]);
  for (const name of UNKNOWN) {
    ask("an unknown coin", "L1", { endpoint: "coin", name, query: [] });
    ask("an unknown coin", "L1", { endpoint: "coin-history", name, query: [] });
    ask("an unknown coin", "L2", { endpoint: "coin-history", name, query: [["period", "1y"]] });
    ask("an unknown archive", "L1", { endpoint: "data-download", name: `${name}.csv.gz`, query: [] });
  }
  for (const path of PATHS) cases.push({ url: `/api/${path}`, level: "L1", about: "no such path", expected: notFound });
  for (const path of WAYS_OUT) {
    // Where an escaped slash is a separator, the path may name the file of the error.
    const also = path.endsWith("%2f404") ? [{ file: "api/404.json" }] : [];
    cases.push({ url: `/api/${path}`, level: "L3", about: "a way out", expected: refused, also });
  }
  for (const path of ["/api//coins", "/api/coins//btc", "//api/coins"]) {
    const also = [reference.answer(request("coins")), reference.answer(request("coin", "", "btc"))];
    cases.push({ url: path, level: "L3", about: "an empty segment", expected: refused, also });
  }
  return cases;
}
