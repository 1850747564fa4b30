import fc from "fast-check";
import { anyUrl } from "./any-url.ts";

/** Encodings that some programs decode to a dot, a slash or a backslash. */
const DOTS = ". %2e %2E %252e %25%32%65 %c0%ae %e0%80%ae %u002e %ef%bc%8e ． %00. .%00".split(" ");
const SLASHES = "/ %2f %2F %252f \\ %5c %255c %c0%af %u2215 %ef%bc%8f ／ // /./ ;/".split(" ");
const FOLDERS = [
  "",
  ..."/ /api /api/ /api/coins/ /api/data/download/ /API/ /%61pi/ /about/ /about /client.js".split(" "),
];
const GOALS = [
  "secret.json",
  "secret",
  "secret.json%00.json",
  "site/../secret.json",
  "etc/passwd",
  "proc/self/environ",
  "",
];
const TOKENS =
  "/ // . .. % %2 %zz %00 %0a %0d%0a %20 %25 %ff %f0%9f%98%80 %ed%a0%80 ? ?? & = ; , : @ # + * | ~ ' \" < > { } [ ] ^ ` \\ api coins BTC btc .json index.json history limit offset search symbols __proto__ constructor toString limit[]=1 \u00e9 \u{1f600} \u202e \u200b K ſ".split(
    " ",
  );
const NUMBERS =
  "0 -0 -1 +1 %2B1 1e2 0x10 1.0 00 010 １０ ٣ NaN Infinity 9007199254740993 1e400 4294967296 %201 1%20 1,2 1&limit=2 null true []".split(
    " ",
  );
const ORIGINS = ["http://other.example", "HTTP://x:1", "https://user:pass@x", "/"];

/** Length of the few very long targets, which are slow to send. */
const LONGEST = 64 * 1024;

const escapeText = (text: string): string => text.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
const join = (parts: fc.Arbitrary<string[]>): fc.Arbitrary<string> => parts.map((some) => some.join(""));

const climb = join(fc.tuple(fc.constantFrom(...DOTS), fc.constantFrom(...DOTS), fc.constantFrom(...SLASHES)));
const traversal = join(
  fc.tuple(
    fc.constantFrom(...FOLDERS),
    join(fc.array(climb, { minLength: 1, maxLength: 6 })),
    fc.constantFrom(...GOALS),
  ),
);
const tokens = join(fc.array(fc.constantFrom(...TOKENS), { maxLength: 12 }));
const printable = fc
  .array(fc.integer({ min: 0x21, max: 0x7e }), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes));
const parameter = join(
  fc.tuple(
    fc.constantFrom("limit", "offset", "search", "symbols", "period", "limit[]", "LIMIT", "%6cimit", "__proto__"),
    fc.constantFrom("=", "==", "", "%3d"),
    fc.oneof(fc.constantFrom(...NUMBERS), tokens),
  ),
);
const query = fc.array(parameter, { maxLength: 5 }).map((some) => `?${some.join("&")}`);
const known = fc.constantFrom("coins", "coins/BTC/history", "sparklines", "defi/protocols", "coins/search/b", "news");
const long = fc
  .tuple(
    fc.constantFrom("/api/coins/", "/api/", "/", "/api/coins?search=", "/api/sparklines?symbols=", "/api/coins?"),
    tokens,
  )
  .chain(([start, piece]) =>
    fc
      .integer({ min: 1, max: Math.floor(LONGEST / Math.max(piece.length, 1)) })
      .map((times) => start + piece.repeat(times)),
  )
  .map((target) => escapeText(target).slice(0, LONGEST));

const written = fc.oneof(
  { weight: 20, arbitrary: anyUrl },
  { weight: 20, arbitrary: traversal },
  { weight: 15, arbitrary: join(fc.tuple(fc.constantFrom(...FOLDERS), tokens)) },
  {
    weight: 20,
    arbitrary: join(
      fc.tuple(
        known.map((path) => `/api/${path}`),
        query,
      ),
    ),
  },
  {
    weight: 5,
    arbitrary: join(
      fc.tuple(
        fc.constantFrom(...ORIGINS),
        fc.oneof(anyUrl, traversal, tokens).map((text) => (text.startsWith("/") ? text : `/${text}`)),
      ),
    ),
  },
  { weight: 1, arbitrary: long },
);

/**
 * A request target that Node's HTTP parser accepts: printable ASCII after a slash or an origin,
 * mostly invalid.
 */
export const hostileTarget: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 10, arbitrary: written },
    {
      weight: 1,
      arbitrary: join(fc.tuple(fc.constantFrom("/", "/api/", "/api/coins/", "/api/coins?search="), printable)),
    },
  )
  .map(escapeText)
  .map((target) => (/^(\/|https?:)/i.test(target) ? target : `/${target}`));
