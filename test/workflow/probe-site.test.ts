import { describe, expect, it } from "vitest";
import { buildHttpError } from "../../build/platform/http/http-error.ts";
import { probeSite } from "../../build/workflow/restore-places.ts";

const URL_OF_SITE = "https://a.example/prices/";

function probe(answer: number | Error | "present") {
  return probeSite(URL_OF_SITE, {
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

  it.each([[503], [429], [new Error("connect ETIMEDOUT")], [new Error("getaddrinfo EAI_AGAIN a.example")]])(
    "cannot be said after %s, which is another thing than no",
    async (answer) => {
      expect(await probe(answer)).toMatchObject({ found: "unreachable" });
    },
  );
});
