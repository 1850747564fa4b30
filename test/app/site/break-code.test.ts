import { describe, expect, it } from "vitest";
import { breakCode } from "../../../templates/components/break-code.js";

describe("long words of code", () => {
  it("break after the signs of an address, also behind an element", () => {
    expect(breakCode("<code>curl <span data-address>https://site.example</span>/api/price/btc.json</code>")).toBe(
      "<code>curl <span data-address>https://<wbr>site.example</span>/<wbr>api/<wbr>price/<wbr>btc.json</code>",
    );
  });

  it("break between the names of a call, but not before the ending of a file or within a date", () => {
    expect(breakCode("<code>urllib.request.urlopen</code>")).toBe("<code>urllib.<wbr>request.<wbr>urlopen</code>");
    expect(breakCode("<code>&quot;./client.js&quot;</code>")).toBe("<code>&quot;./client.js&quot;</code>");
    expect(breakCode("<code>api/prices/2026-11-27.json</code>")).toBe(
      '<code>api/<wbr>prices/<wbr><span class="keep">2026-11-27</span>.json</code>',
    );
  });

  it("break before a text that begins with an element", () => {
    expect(breakCode("<code>=READ(&quot;<span data-address>https://SITE</span>&quot;)</code>")).toBe(
      "<code>=READ(<wbr>&quot;<span data-address>https://SITE</span>&quot;)</code>",
    );
    expect(breakCode("<code>read(<span>&quot;a&quot;</span>)</code>")).toBe(
      "<code>read(<wbr><span>&quot;a&quot;</span>)</code>",
    );
    expect(breakCode("<code><span>read</span>(<span>&quot;a&quot;</span>)</code>")).toBe(
      "<code><span>read</span>(<wbr><span>&quot;a&quot;</span>)</code>",
    );
  });

  it("break after a slash before an element", () => {
    expect(breakCode("<code>'/api/<span>btc.json</span>'</code>")).toBe(
      "<code>'/<wbr>api/<wbr><span>btc.json</span>'</code>",
    );
  });

  it("break between the parameters of a query, and keep entities whole", () => {
    expect(breakCode("<code>/api/coins?limit=7&amp;offset=3</code>")).toBe(
      "<code>/api/<wbr>coins?<wbr>limit=<wbr>7&amp;<wbr>offset=<wbr>3</code>",
    );
  });

  it("do not break between the hyphens of an option", () => {
    expect(breakCode("<code>npm run build -- --site-host s3</code>")).toBe(
      '<code>npm run build -- <span class="keep">--site-host</span> s3</code>',
    );
    expect(breakCode("<code>hledger balance --value=end,CHF</code>")).toBe(
      '<code>hledger balance <span class="keep">--value</span>=end,CHF</code>',
    );
    const long = "<code>aws --response-headers-policy-config</code>";
    expect(breakCode(long)).toBe(long);
  });

  it("stay whole if they are short, outside of code, in tags, and in responses", () => {
    for (const markup of [
      "<code>meta.stale</code>",
      "<p>https://site.example/api/price/btc.json</p>",
      '<code class="language-a/b.c"><span title="https://site.example/a">x</span></code>',
      "<code data-try-output>https://site.example/api/price/btc.json</code>",
    ])
      expect(breakCode(markup)).toBe(markup);
  });
});
