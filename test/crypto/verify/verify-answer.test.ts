import { describe, expect, it } from "vitest";
import { METHODOLOGY_VERSION } from "../../../build/crypto/market/rules/methodology-version.ts";
import { verifyAnswer } from "../../../build/crypto/verify/verify-answer.ts";
import { makeCoin, makeWorld } from "../../fixtures/market.ts";
import { renderAnswer } from "../../fixtures/site.ts";

const world = makeWorld({ coins: [makeCoin("bitcoin", "BTC")] });
// biome-ignore lint/suspicious/noExplicitAny: a response is changed as by someone without types.
const read = (): any => JSON.parse(renderAnswer(world, "coin", { symbol: "btc" }));

describe("the check of one response", () => {
  it.each(["btc", "BTC", "Bitcoin"])("recomputes the price of %s", (name) => {
    expect(verifyAnswer(name, read())).toMatchObject({ coin: "bitcoin", recomputed: 2, reason: null, problems: [] });
  });

  it.each([
    ["bitcoin-old", "coins/bitcoin-old.json", []],
    ["bitcoin-old", "coins/btc.json", ["the response is about bitcoin"]],
  ])("accepts %s as the name of a coin with the path %s: %j", (name, path, problems) => {
    const answer = read();
    answer.data.path = path;
    expect(verifyAnswer(name, answer).problems).toEqual(problems);
  });

  it("finds the response about another coin", () => {
    expect(verifyAnswer("eth", read()).problems).toEqual(["the response is about bitcoin"]);
  });

  it("recomputes nothing by other rules, and patches are no other rules", () => {
    const answer = read();
    answer.meta.methodology_version = "9.0.0";
    expect(verifyAnswer("btc", answer)).toMatchObject({
      recomputed: null,
      reason: `the site follows version 9.0.0 of the methodology, and this program knows version ${METHODOLOGY_VERSION}`,
    });
    answer.meta.methodology_version = METHODOLOGY_VERSION.replace(/\d+$/, "999");
    expect(verifyAnswer("btc", answer).reason).toBe(null);
  });

  it.each<[string, (answer: ReturnType<typeof read>) => void]>([
    ["a price that is a text", ({ data }) => Object.assign(data, { current_price: "2" })],
    ["no evidence", ({ data }) => Object.assign(data, { price_evidence: null })],
    ["pairs that are a text", ({ data }) => Object.assign(data.price_evidence, { tickers: "none" })],
    ["an exchange that is null", ({ data }) => Object.assign(data.price_evidence, { venues: [null] })],
    ["another currency", ({ meta }) => Object.assign(meta, { currency: "eur" })],
    ["no version", ({ meta }) => Object.assign(meta, { methodology_version: undefined })],
  ])("refuses a response with %s", (_, edit) => {
    const answer = read();
    edit(answer);
    expect(() => verifyAnswer("btc", answer)).toThrow("The response about btc does not have the published form");
    expect(() => verifyAnswer("btc", null)).toThrow("published form");
  });
});
