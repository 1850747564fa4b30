import { describe, expect, test } from "vitest";
import { resolveRedirect } from "../../../build/platform/http/http-redirect.ts";
import { request, serve } from "../local-server.ts";

describe("a redirect", () => {
  test("within a site is followed, and the caller's headers stay with their host", async () => {
    const { server, http } = await serve((incoming, response) => {
      if (incoming.url === "/api.site.test/a") response.writeHead(301, { location: "/b" }).end();
      else if (incoming.url === "/api.site.test/b")
        response.writeHead(308, { location: "https://www.site.test/c?d=e" }).end();
      else response.end("there");
    });
    const answer = await http.fetch(request("https://api.site.test/a", { headers: { "X-Key": "secret" } }));
    expect(answer).toMatchObject({ body: "there", url: "https://api.site.test/a" });
    expect(server.requests.map(({ path, headers }) => [path, headers["x-key"]])).toEqual([
      ["/api.site.test/a", "secret"],
      ["/api.site.test/b", "secret"],
      ["/www.site.test/c?d=e", undefined],
    ]);
  });

  test("to another site is refused by name and not tried again", async () => {
    const { server, http } = await serve((_, response) =>
      response.writeHead(302, { location: "https://evil.test/x" }).end(),
    );
    await expect(http.fetch(request("https://api.site.example/"))).rejects.toThrow(
      "GET https://api.site.example/ 302: a redirect to another site, https://evil.test/x",
    );
    expect(server.requests).toHaveLength(1);
  });

  test("in a loop ends after three", async () => {
    const { server, http } = await serve((_, response) => response.writeHead(302, { location: "/again" }).end());
    await expect(http.fetch(request("https://api.test/"))).rejects.toThrow(
      "GET https://api.test/ 302: more than 3 redirects, the last one to https://api.test/again",
    );
    expect(server.requests).toHaveLength(4);
  });

  test("within a host of one request at a time does not wait for itself", async () => {
    const { http } = await serve((incoming, response) => {
      if (incoming.url === "/api.test/a") response.writeHead(302, { location: "/b" }).end("x".repeat(1_000));
      else response.end("b");
    });
    const pacing = { concurrency: 1, intervalMs: 0, reason: "test" };
    expect((await http.fetch(request("https://api.test/a", { pacing }))).body).toBe("b");
  });
});

describe("the target of a redirect", () => {
  const resolve = (from: string, location?: string) => resolveRedirect(new URL(from), 302, location).href;

  test("may be relative, another host of the site, or an upgrade to https", () => {
    expect(resolve("https://a.test/x/y?q", "../z")).toBe("https://a.test/z");
    expect(resolve("https://api.a.test/x", "https://a.test/")).toBe("https://a.test/");
    expect(resolve("http://a.test/x", "https://a.test/x")).toBe("https://a.test/x");
    expect(resolve("http://127.0.0.1:1/x", "http://127.0.0.1:2/")).toBe("http://127.0.0.1:2/");
  });

  test("may not be another site, another address, plain http, another scheme, or nothing", () => {
    for (const [from, to] of [
      ["https://a.test/", "https://b.example/"],
      ["https://a.test/", "https://a.test.evil.example/"],
      ["https://a.test/", "https://eviltest/"],
      ["http://127.0.0.1/", "http://9.9.0.1/"],
      ["https://a.test/", "http://a.test/"],
      ["https://a.test/", "javascript:alert(1)"],
      ["https://a.test/", "data:text/plain,x"],
      ["https://a.test/", "file:///etc/passwd"],
      ["https://a.test/", "https://"],
      ["https://a.test/", undefined],
    ] as const)
      expect(() => resolve(from, to), `${from} to ${to}`).toThrow("a redirect");
  });
});
