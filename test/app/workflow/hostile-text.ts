import fc from "fast-check";
import { anyCharacter } from "../../fixtures/any-character.ts";
import { readSeed } from "../../seed.ts";

fc.configureGlobal({ seed: readSeed() });

/** Text with a meaning for a terminal, the runner, the outputs file or Markdown. */
const PIECES = [
  ..."::|:|##|##[|#|[|]|set-output|stop-commands|error|warning|group| name=a|::x".split("|"),
  "\n",
  "\r",
  "\r\n",
  "\n\n",
  "\t",
  " ",
  "    ",
  "\v",
  "\f",
  "\u0085",
  "\u2028",
  "\u2029",
  "\0",
  "\b",
  "\u007F",
  "\u001B[2J",
  "\u001B[31m",
  "\u001B]0;title\u0007",
  "\u009B",
  "\u001B",
  "\u001Bc",
  ..."\u202E \u2066 \u200F \u061C \u200B \u200D \u00AD \u034F \uFE0F \u{E0041} \uD800".split(" "),
  ..."\uFEFF = << EOF %0A %0D %25 % evidence=true host<<EOF".split(" "),
  ..."` `` ``` ```` ~~~ | \\ \\| < > ! ( ) * _ ~ -".split(" "),
  "+ ",
  "1. ",
  "> ",
  "- [ ] ",
  ..."@everyone @ada/team #1 GH-1 a@b.example www.evil.example https://evil.example/ xmpp:a@b.example".split(" "),
  "[x](https://evil.example)",
  "![x](https://evil.example/x.png)",
  "<img src=x onerror=alert(1)>",
  "<!--",
  "-->",
  "<!-- evidence -->",
  "<!-- /evidence -->",
  "<!-- publish:run first=1 evidence=2 -->",
  "</code>",
  "</pre>",
  "<details>",
  "[x]: https://evil.example",
  "[^1]",
  "&#64;",
  "&lt;",
  "---",
  "===",
  "|---|",
  "&",
  ":smile:",
  "a",
  "é",
  "日本",
];

/** Text of an upstream that means harm. */
export const hostileText = fc
  .array(
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ unit: anyCharacter, maxLength: 4 })),
    {
      maxLength: 14,
    },
  )
  .map((parts) => parts.join(""));

/** One text that tries all of it at once. */
export const EVIL = [
  "down ##[set-output name=evidence]false",
  "::set-output name=evidence::false",
  "  ::stop-commands::x",
  "\u001B]0;owned\u0007\u001B[2J\u202Eevil\u200B",
  "```",
  "<!-- /evidence --><!-- evidence -->",
  "@everyone [x](https://evil.example) ![x](https://evil.example/x.png) <img src=x> www.evil.example a@b.example #1",
  "| a | b |",
  "|---|---|",
].join("\n");
