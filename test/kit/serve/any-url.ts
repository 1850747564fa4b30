import fc from "fast-check";
import { ODD_SYMBOLS } from "../../fixtures/site.ts";

const WORDS =
  "api coins history limit offset search all sparklines data download defi protocols overview news status 404".split(
    " ",
  );
const NAMES = ["btc", "BTC", "bitcoin", "nope", "coins-latest.csv.gz", "10", "100", "7d", "1Y", ...ODD_SYMBOLS];
const ROUGH = ["", ...".. . %2e%2e ..%2f..%2fsecret.json ..%5c %00 %252e%252e %zz % %ff \\ %24anrx".split(" ")];
const PATHS =
  "coins coins/BTC coins/bitcoin/history defi/protocols sparklines global data/archives openapi coins/limit/10".split(
    " ",
  );

const text = fc.oneof(fc.constantFrom(...NAMES, ...WORDS), fc.string({ unit: "grapheme", maxLength: 8 }));
const segment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 4, arbitrary: text.map(encodeURIComponent) },
  { weight: 1, arbitrary: fc.constantFrom(...ROUGH) },
);
const path = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...PATHS) },
  { weight: 1, arbitrary: fc.array(segment, { maxLength: 5 }).map((segments) => segments.join("/")) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("coins/", "sparklines/", "coins/search/"), segment)
      .map((parts) => parts.join("")),
  },
);
const extension = fc.constantFrom("", "", ".json", "/", ".JSON", ".csv");
const name = fc.constantFrom(..."limit offset search symbols period limit offset search x LIMIT".split(" "));
const value = fc.oneof(
  fc.integer({ min: -2, max: 1100 }).map(String),
  text.map(encodeURIComponent),
  fc.array(text, { maxLength: 6 }).map((list) => list.map(encodeURIComponent).join(",")),
  fc.constantFrom("", "%zz", "1h", "1Y", "all", "+", "%00"),
);
const query = fc
  .array(fc.tuple(name, value), { maxLength: 4 })
  .map((pairs) => pairs.map(([key, text]) => `${key}=${text}`).join("&"));
/**
 * Path and query of a request below `/api`: mostly valid names, mostly in invalid orders and forms.
 */
export const anyUrl = fc
  .tuple(path, extension, query)
  .map(([path, extension, query]) => `/api/${path}${extension}${query === "" ? "" : `?${query}`}`)
  // Without URLs that `fetch` refuses or that leave `/api` when they are normalised.
  .filter((url) => !/[^\x21-\x7e]/.test(url) && /^\/api(\/|$)/.test(new URL(url, "http://localhost").pathname));
