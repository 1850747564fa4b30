import { describe, expect, it } from "vitest";
import { findLinks } from "../../../build/kit/verify/verify-document.ts";

describe("findLinks", () => {
  it("finds the links of an answer with their positions", () => {
    const document = {
      data: {
        path: "coins/btc.json",
        same_symbol: [{ path: "coins/other.json" }],
        history: { "1h": "coins/btc/history/1h.json" },
        links: { homepage: "https://bitcoin.example" },
        url: "https://bitcoin.example",
      },
      meta: { self: "coins/btc.json", pagination: { next: "coins?limit=7&offset=7", previous: null } },
    };
    expect(findLinks(document).links).toEqual([
      { at: "/data/path", to: "coins/btc.json" },
      { at: "/data/same_symbol/0/path", to: "coins/other.json" },
      { at: "/data/history/1h", to: "coins/btc/history/1h.json" },
      { at: "/meta/self", to: "coins/btc.json" },
      { at: "/meta/pagination/next", to: "coins?limit=7&offset=7" },
    ]);
  });

  it("treats the URL of an archive as a link, and that of an exchange not", () => {
    const archive = { url: "data/download/a.csv.gz", sha256_uncompressed: "0" };
    expect(findLinks({ data: [archive, { url: "https://kraken.example" }] }).links).toEqual([
      { at: "/data/0/url", to: "data/download/a.csv.gz" },
    ]);
  });

  it("treats neither a chain named like a link nor a template as a link", () => {
    expect(findLinks({ data: { platforms: { path: "0x1", self: "0x2" } } }).links).toEqual([]);
    expect(findLinks({ data: { endpoints: [{ path: "coins/{symbol}", parameters: [] }] } }).links).toEqual([]);
  });

  it("names every number that is not finite", () => {
    expect(findLinks(JSON.parse('{"a":[1,-1e999,{"b":1e999}]}')).infinite).toEqual(["/a/1", "/a/2/b"]);
    const deep = JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`);
    expect(findLinks(deep)).toMatchObject({ links: [], tooDeep: true });
    expect(findLinks(JSON.parse('[[[{"a":[1]}]]]')).tooDeep).toBe(false);
  });
});
