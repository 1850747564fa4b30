import { beforeAll, describe, expect, it } from "vitest";
import { placeFile } from "../../../build/crypto/api/place-file.ts";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import { makeSite, SECRET, type Site } from "../../fixtures/site.ts";
import type { Case } from "./case.ts";
import { checkResponse } from "./check-response.ts";
import { LEVELS } from "./level-table.ts";
import { listCases } from "./list-cases.ts";
import { createReference, type Reference } from "./reference.ts";
import { request } from "./spell-url.ts";

let site: Site;
let cases: Case[];
let reference: Reference;

beforeAll(async () => {
  site = await makeSite();
  cases = listCases(site);
  reference = createReference(site);
});

describe("the cases", () => {
  it("are thousands, deterministic, and many at every level", () => {
    expect(cases.length).toBeGreaterThan(2_500);
    expect(listCases(site).map(({ url }) => url)).toEqual(cases.map(({ url }) => url));
    for (const level of LEVELS) expect(cases.filter((one) => one.level === level).length).toBeGreaterThan(300);
  });

  it("cover files and paths without extension of every endpoint", () => {
    for (const { path, derived } of endpoints) {
      // Only the handler answers these.
      if (derived?.example) continue;
      const pattern = new RegExp(`^/${placeFile(path.slice(1)).replace(/\{\w+\}/g, "[^/]+")}(\\.json)?(\\?|$)`);
      expect(cases.some(({ url, level }) => level === "L0" && pattern.test(url))).toBe(true);
      expect(cases.some(({ url }) => pattern.test(url))).toBe(true);
    }
  });

  it("expect responses and every kind of error", () => {
    const errors = cases.flatMap(({ expected }) => ("status" in expected ? [expected.status] : []));
    expect(errors.filter((status) => status === 400).length).toBeGreaterThan(50);
    expect(errors.filter((status) => status === 404).length).toBeGreaterThan(50);
    expect(cases.filter(({ expected }) => "body" in expected).length).toBeGreaterThan(2_000);
  });
});

describe("the check of a response", () => {
  const reply = (body: unknown, status = 200, type = "application/json") => ({
    status,
    type,
    origin: "*",
    body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  });
  const asked = (): Case => cases.find(({ url }) => url === "/api/coins?limit=10&offset=20")!;
  const decide = (answer: ReturnType<typeof reply>, leniency = {}) =>
    checkResponse(asked(), answer, leniency, () => undefined);
  const page = (query: string) => reply((reference.answer(request("coins", query)) as { text: string }).text);

  it("distinguishes the response from that of another request", () => {
    expect(decide(page("offset=20&limit=10"))).toBe("exact");
    expect(decide(page("limit=10"))).toHaveProperty("wrong");
    expect(decide(page(""))).toHaveProperty("wrong");
    expect(decide(page(""), { ignoresQuery: true })).toBe("other");
    expect(decide(page("limit=10"), { ignoresQuery: true })).toHaveProperty("wrong");
  });

  it("accepts an error only in the published form, with the same status", () => {
    const error = { error: { code: "not_found", message: "None", status: 404, docs: "errors.json" } };
    expect(decide(reply(error, 404))).toBe("refused");
    expect(decide(reply(error, 200))).toHaveProperty("wrong");
    expect(decide(reply(error, 400))).toHaveProperty("wrong");
    expect(decide(reply(error, 404, "text/html"))).toHaveProperty("wrong");
    expect(decide(reply(error, 404, "text/html"), { errorPages: true })).toBe("refused");
    expect(decide(reply("<html>", 404))).toHaveProperty("wrong");
  });

  it("refuses files outside of the site, and responses that other sites cannot read", () => {
    expect(decide(reply(SECRET, 404), { errorPages: true, ignoresQuery: true })).toHaveProperty("wrong");
    expect(decide({ ...page("limit=10&offset=20"), origin: "" })).toHaveProperty("wrong");
  });
});
