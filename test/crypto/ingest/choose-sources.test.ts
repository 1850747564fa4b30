import { describe, expect, it } from "vitest";
import { buildSourceReport, findHourlySource } from "../../../build/crypto/ingest/choose-sources.ts";
import { createLastKnownGood } from "../../../build/crypto/ingest/last-known-good.ts";
import { createOutcome } from "../../../build/crypto/ingest/read-feed.ts";
import type { FeedOutcome } from "../../../build/crypto/ingest/session.ts";
import type { Dataset } from "../../../build/crypto/normalise/record.ts";
import { UNKNOWN_COIN } from "../../../build/crypto/sources/reference/coin-ids.ts";
import type { Feed } from "../../../build/crypto/sources/source.ts";
import { createFakeEffects, createSession, NOW } from "./fake-effects.ts";
import { createFeed, createRateFeed, createSource } from "./simple-source.ts";

const listing = createFeed({ id: "listing" });
const tickers = createFeed({ id: "tickers", needs: ["listing"] });
const extras = createFeed({ id: "extras", optional: true });
const source = createSource([listing, tickers, extras]);
const session = createSession(createFakeEffects());

function outcome(feed: Feed, status: FeedOutcome["status"], change: Partial<FeedOutcome> = {}): FeedOutcome {
  const records = [{ timeMs: NOW, tvlUsd: 1 }];
  const lastGood = { ...createLastKnownGood(feed, NOW), records, times: [NOW] };
  const isUsable = status !== "failed" && status !== "skipped";
  const made = createOutcome({ source, feed, session }, status, isUsable ? lastGood : undefined);
  if (status === "fresh") made.answered = true;
  const error = status === "failed" || status === "stale" ? "GET https://a.example 503" : undefined;
  return { ...made, error, ...change };
}

const statusOf = (...outcomes: FeedOutcome[]) => buildSourceReport(source, outcomes).status;

describe("a source", () => {
  it("answered when a decisive feed got a usable response, also one that is incomplete", () => {
    const answerOf = (...outcomes: FeedOutcome[]) => buildSourceReport(source, outcomes).answered;
    expect(answerOf(outcome(listing, "cached"), outcome(tickers, "fresh"), outcome(extras, "failed"))).toBe(true);
    expect(answerOf(outcome(tickers, "stale", { answered: true }))).toBe(true);
    expect(answerOf(outcome(tickers, "stale"))).toBe(false);
    expect(answerOf(outcome(listing, "fresh"), outcome(tickers, "failed"))).toBe(false);
    expect(answerOf(outcome(tickers, "failed"), outcome(createFeed({ id: "other" }), "fresh"))).toBe(true);
  });

  it("neither answered nor failed to answer where no request was due", () => {
    const answerOf = (outcomes: FeedOutcome[] | undefined) => buildSourceReport(source, outcomes).answered;
    expect(answerOf([outcome(listing, "cached"), outcome(tickers, "cached")])).toBeNull();
    expect(answerOf([outcome(tickers, "skipped"), outcome(extras, "skipped")])).toBeNull();
    expect(answerOf(undefined)).toBeNull();
  });

  it("is ok when all that it must give is fresh, or young enough not to be asked", () => {
    expect(statusOf(outcome(listing, "cached"), outcome(tickers, "fresh"), outcome(extras, "failed"))).toBe("ok");
    expect(statusOf(outcome(extras, "skipped"))).toBe("ok");
  });

  it("is stale when some of it is old or missing", () => {
    expect(statusOf(outcome(listing, "fresh"), outcome(tickers, "stale"))).toBe("stale");
    expect(statusOf(outcome(listing, "stale"), outcome(tickers, "fresh"))).toBe("stale");
    expect(statusOf(outcome(tickers, "fresh"), outcome(createFeed({ id: "other" }), "failed"))).toBe("stale");
  });

  it("is down when nothing of use is left: a listing alone is none", () => {
    expect(statusOf(outcome(listing, "fresh"), outcome(tickers, "failed"))).toBe("down");
    expect(statusOf(outcome(listing, "failed"), outcome(tickers, "failed"))).toBe("down");
  });

  it("is off when it is switched off", () => {
    expect(buildSourceReport(source, undefined)).toMatchObject({ status: "off", records: 0, fetchedAtMs: null });
  });
});

describe("what follows from the records", () => {
  const coin = { id: "bitcoin", symbol: "BTC", name: "Bitcoin", ...UNKNOWN_COIN };
  const list = (source: string, sparklineUsd: readonly number[]): Dataset<"coin"> => ({
    source,
    feed: "coins",
    kind: "coin",
    records: [{ ...coin, sparklineUsd: [...sparklineUsd] }],
    fetchedAtMs: NOW,
    stale: false,
  });

  it("is the source whose coins carry hourly prices", () => {
    expect(findHourlySource([list("a", []), list("b", [1, 2])])).toBe("b");
    expect(findHourlySource([list("a", [])])).toBeUndefined();
  });

  it("is that rates are fixings where their source has a history of fixings", () => {
    const rate = createRateFeed();
    const fixings = createRateFeed({ id: "history", kind: "fixing" });
    const lastGood = { ...createLastKnownGood(rate, NOW), times: [NOW] };
    const isFixing = (feeds: readonly Feed[]) =>
      createOutcome({ source: createSource(feeds), feed: rate, session }, "fresh", lastGood).dataset?.isFixing;
    expect([isFixing([rate]), isFixing([rate, fixings])]).toEqual([undefined, true]);
  });
});

describe("the report of a source", () => {
  it("counts records and what was left out over all feeds", () => {
    const report = buildSourceReport(source, [
      outcome(listing, "fresh", { dropped: { test: 2 }, rejected: 0 }),
      outcome(tickers, "fresh", { dropped: { test: 1, "implausible price": 3 }, rejected: 3 }),
    ]);
    expect(report).toMatchObject({
      records: 2,
      rejected: 3,
      dropped: { test: 3, "implausible price": 3 },
      fetchedAtMs: NOW,
      lastError: null,
    });
  });

  it("names the feed that failed, what must be there before extras", () => {
    const report = buildSourceReport(source, [outcome(extras, "failed"), outcome(tickers, "stale")]);
    expect(report.lastError).toBe("a/tickers: GET https://a.example 503");
    expect(buildSourceReport(source, [outcome(extras, "failed")]).lastError).toBe(
      "a/extras: GET https://a.example 503",
    );
  });
});
