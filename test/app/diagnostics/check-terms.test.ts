import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { termsStep } from "../../../build/app/cli/steps/terms-step.ts";
import { OWN_TERMS, termsCommand } from "../../../build/app/cli/terms.ts";
import { readTerms } from "../../../build/app/diagnostics/check-terms.ts";
import { defineTerms } from "../../../build/crypto/sources/kit/terms.ts";
import type { Source } from "../../../build/crypto/sources/source.ts";
import { createBinaryClient } from "../../../build/kit/platform/http/binary-client.ts";
import { createGithub } from "../../../build/kit/publish/github.ts";
import { renderPageText } from "../../../build/lib/plain-text.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { createSource } from "../../crypto/ingest/simple-source.ts";
import { type LocalServer, startServer } from "../../kit/platform/local-server.ts";
import { createRunner } from "../workflow/create-runner.ts";
import { createRepository, startGithubServer } from "../workflow/github-server.ts";

const NOW = Date.parse("2026-11-24T12:00:00Z");
const TERMS = "You may look at the data. ".repeat(60);

/** A page as sites send it: a program that changes with each visit around a text that does not. */
const renderPage = (text: string, visit: number) =>
  `<html><head><title>Terms</title><script nonce="${visit}">track(${visit})</script><style>p{}</style></head>
  <!-- ${visit} --><body data-visit="${visit}"><p>${text}</p></body></html>`;

let pages: Map<string, { status?: number; body: string }>;
let server: LocalServer;
let file: string;
let sources: Source[];
beforeEach(async () => {
  let visits = 0;
  pages = new Map([
    ["/fair", { body: TERMS }],
    ["/shy", { status: 403, body: TERMS }],
    ["/shell", { body: "Please enable JavaScript" }],
  ]);
  server = await startServer((request, response) => {
    const page = pages.get(request.url ?? "");
    visits += 1;
    response.writeHead(page?.status ?? (page === undefined ? 404 : 200)).end(renderPage(page?.body ?? "", visits));
  });
  file = join(makeTempFolder(), "accepted.json");
  writeFileSync(file, "{}\n");
  sources = ["fair", "shy", "shell"].map((id) => {
    const terms = defineTerms({ url: `${server.address}/${id}`, says: "Invented." });
    return createSource([], { id, name: id, homepage: server.address, terms });
  });
});

const place = () => ({ sources, file, now: () => NOW });
const readAccepted = () => JSON.parse(readFileSync(file, "utf8"));
async function readStatuses() {
  const client = createBinaryClient({ userAgent: "test" });
  const readings = await readTerms(sources, readAccepted(), client.fetch);
  await client.close();
  return Object.fromEntries(readings.map(({ source, status, reason }) => [source.id, reason ?? status]));
}

describe("the terms of the sources", () => {
  it("are unrecorded, then unchanged while the text stays, and changed with one word of it", async () => {
    expect(await readStatuses()).toMatchObject({ fair: "unrecorded" });
    await termsCommand({ accept: ["fair"] }, place());
    expect(readAccepted()).toEqual({ fair: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), on: "2026-11-24" } });
    expect(await readStatuses()).toMatchObject({ fair: "unchanged" });
    pages.set("/fair", { body: TERMS.replace("may look", "may not look") });
    expect(await readStatuses()).toMatchObject({ fair: "changed" });
    await expect(termsCommand({}, place())).rejects.toThrow("Terms have changed: fair.");
    await termsCommand({ accept: ["fair"] }, place());
    await termsCommand({ only: "fair" }, place());
  });

  it("are unread, not unchanged, if the page cannot be fetched or has no terms", async () => {
    await termsCommand({ accept: ["fair"] }, place());
    pages.set("/fair", { status: 500, body: TERMS });
    expect(await readStatuses()).toEqual({
      fair: expect.stringContaining("500"),
      shy: expect.stringContaining("403"),
      shell: expect.stringContaining("only 30 characters"),
    });
    sources = sources.map((source) => ({ ...source, homepage: source.terms.url }));
    expect(await readStatuses()).toMatchObject({ fair: expect.stringContaining("only its homepage") });
  });

  it("are accepted all together or not at all", async () => {
    await expect(termsCommand({ accept: ["fair", "shy"] }, place())).rejects.toThrow("Nothing was accepted. shy: ");
    expect(readAccepted()).toEqual({});
    await expect(termsCommand({ accept: ["no-such-source"] }, place())).rejects.toThrow(
      'There is no source "no-such-source"',
    );
  });

  it("keep one issue for each source that changed, which stays open while the page is unread", async () => {
    const github = await startGithubServer(() => NOW);
    const repository = createRepository();
    github.repositories.set("Ada/prices", repository);
    const client = createGithub({ apiUrl: github.url, token: github.token, userAgent: "test" });
    const context = { github: client, runner: createRunner(), now: () => NOW, print: () => undefined };
    const run = () => termsStep({ ...context, summarise: () => undefined } as never, place());
    await run();
    await run();
    expect(repository.issues).toMatchObject([{ state: "open", title: "Terms of sources without an accepted text" }]);
    expect(repository.issues[0]!.body).toContain("npm run terms -- --accept fair\n");
    await termsCommand({ accept: ["fair"] }, place());
    await run();
    expect(repository.issues.splice(0)).toMatchObject([{ state: "closed" }]);
    pages.set("/fair", { body: `${TERMS} But not on Sundays.` });
    await run();
    await run();
    expect(repository.issues).toMatchObject([{ state: "open", title: "Source fair: its terms changed" }]);
    expect(repository.issues[0]!.body).toContain("npm run terms -- --accept fair");
    pages.set("/fair", { status: 503, body: "" });
    await run();
    expect(repository.issues[0]!.state).toBe("open");
    pages.set("/fair", { body: `${TERMS} But not on Sundays.` });
    await termsCommand({ accept: ["fair"] }, place());
    await run();
    expect(repository.issues).toMatchObject([{ state: "closed" }]);
    await github.close();
  });
});

it("accepts only terms of sources that exist", () => {
  const accepted = JSON.parse(readFileSync(OWN_TERMS.file, "utf8")) as Record<string, unknown>;
  const known = OWN_TERMS.sources.map(({ id }) => id);
  expect(Object.keys(accepted).filter((id) => !known.includes(id))).toEqual([]);
});

it("reads the whole text of a page, without its programs", () => {
  const long = "word ".repeat(40_000);
  expect(renderPageText(`<p>${long}</p><script>let a = 1 < 2;</script><p>last&nbsp;&amp; least</p>`)).toBe(
    `${long}last & least`,
  );
});
