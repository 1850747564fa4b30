import { describe, expect, it } from "vitest";
import { chooseRestorePlaces, type Findings, probeSite } from "../../../build/app/workflow/restore-places.ts";
import { getHost } from "../../../build/kit/hosts/registry.ts";
import { buildHttpError } from "../../../build/kit/platform/http/http-error.ts";

const NOW = Date.parse("2026-11-20T09:00:00Z");
const SITE = "https://a.example/";
const TODAY = { found: "present" as const, folder: "/data", committedAtMs: NOW - 3_600_000, ofBuild: true };

function choose(fields: Partial<Findings>) {
  return chooseRestorePlaces({
    site: SITE,
    probe: { found: "present" },
    branch: TODAY,
    withoutSite: false,
    hasMirror: false,
    original: null,
    now: NOW,
    ...fields,
  });
}

describe("where the state comes from", () => {
  it("is the published site and then the data branch, which is written once a day", () => {
    expect(choose({})).toEqual({ from: [SITE, "/data"], notes: [], bootstrap: false, remember: false });
    const yesterday = { ...TODAY, committedAtMs: Date.parse("2026-11-19T23:59:00Z") };
    expect(choose({ branch: yesterday }).remember).toBe(true);
    expect(choose({ branch: { ...TODAY, ofBuild: false } }).remember).toBe(true);
    expect(choose({ branch: { found: "absent" } })).toMatchObject({ from: [SITE], remember: true });
  });

  it("is the branch alone where the site is gone, with a note", () => {
    const { from, notes } = choose({ probe: { found: "absent" } });
    expect(from).toEqual(["/data"]);
    expect(notes.join()).toContain("become a gap");
  });

  it("is an error while the site is only unreachable: its state would be replaced", () => {
    const probe = { found: "unreachable" as const, reason: "503", status: 503 };
    expect(() => choose({ probe })).toThrow("Nothing is published, and the next run tries again");
    expect(choose({ probe, withoutSite: true }).from).toEqual(["/data"]);
  });

  it("is an error that says how to update the mirror while the site is unreachable", () => {
    const probe = { found: "unreachable" as const, reason: "503", status: 503 };
    expect(() => choose({ probe, hasMirror: true })).toThrow(/with without_site.*update the mirror.*do the same/);
    expect(() => choose({ probe })).not.toThrow("mirror");
  });

  it("is an error that says how to begin where a host answers 403 for a missing file", () => {
    const refused = { found: "unreachable" as const, reason: "GET … 403", status: 403 };
    const branch = { found: "absent" } as const;
    const advice = "if nothing is published there yet, run the workflow once by hand with without_site";
    for (const host of ["s3", "cloudfront"]) {
      const { hidesMissing } = getHost(host, []);
      expect(() => choose({ probe: refused, branch, hidesMissing })).toThrow(advice);
      expect(choose({ probe: refused, branch, hidesMissing, withoutSite: true }).bootstrap).toBe(true);
    }
    expect(() => choose({ probe: refused, branch })).toThrow("gone for good");
  });

  it("is the branch alone on request, also if the site answers: its state may be unusable", () => {
    const { from, notes } = choose({ withoutSite: true });
    expect(from).toEqual(["/data"]);
    expect(notes.join()).toMatch(/continues without the published site .*, as requested.*become a gap/);
    expect(choose({ withoutSite: true, branch: { found: "absent" } })).toMatchObject({ from: [], bootstrap: true });
  });

  it("is an error while neither the site nor the branch can be read", () => {
    const branch = { found: "unreachable" as const, reason: "no route" };
    expect(() => choose({ probe: { found: "absent" }, branch })).toThrow("Neither");
    expect(choose({ branch })).toMatchObject({ from: [SITE], remember: true });
  });

  it("is the original site in the first run of a copy, or nothing where that cannot be read", () => {
    const nothing = { probe: { found: "absent" }, branch: { found: "absent" } } as const;
    const original = { url: "https://original.example/", probe: { found: "present" } } as const;
    expect(choose({ ...nothing, original })).toMatchObject({ from: [original.url], bootstrap: true });
    const gone = { ...original, probe: { found: "unreachable", reason: "time-out", status: null } } as const;
    const { from, notes } = choose({ ...nothing, original: gone });
    expect(from).toEqual([]);
    expect(notes.join()).toContain("builds fill it from candles");
  });

  it("is carried by the branch in every run where the address of the site is not known", () => {
    expect(choose({ site: null, probe: { found: "absent" } })).toMatchObject({
      from: ["/data"],
      notes: [],
      remember: true,
    });
  });
});

function probe(answer: number | Error | "present") {
  return probeSite(SITE, {
    sleep: async () => undefined,
    async fetch(url) {
      if (answer === "present") return new TextEncoder().encode("{}");
      if (typeof answer === "number") throw buildHttpError({ url, status: answer, tries: 1 });
      throw buildHttpError({ url, status: null, tries: 1, cause: answer });
    },
  });
}

describe("whether a published site has a state", () => {
  it("is yes if its manifest answers, and no on a 404", async () => {
    expect(await probe("present")).toEqual({ found: "present" });
    expect(await probe(404)).toEqual({ found: "absent" });
  });

  it("is no if the host name does not resolve", async () => {
    expect(await probe(new Error("getaddrinfo ENOTFOUND a.example"))).toEqual({ found: "absent" });
  });

  it.each([[403], [503], [429], [new Error("connect ETIMEDOUT")], [new Error("getaddrinfo EAI_AGAIN a.example")]])(
    "cannot be said after %s, which is another thing than no",
    async (answer) => {
      expect(await probe(answer)).toMatchObject({ found: "unreachable" });
    },
  );
});
