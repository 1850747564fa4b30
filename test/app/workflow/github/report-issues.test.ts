import { beforeEach, describe, expect, it } from "vitest";
import { reportIssues } from "../../../../build/app/workflow/github/issues.ts";
import type { IssueVerdict } from "../../../../build/app/workflow/issue-verdict.ts";
import { createGithub } from "../../../../build/kit/publish/github.ts";
import { md, renderBlock } from "../../../../build/lib/markdown.ts";
import { createRunner } from "../create-runner.ts";
import { createRepository, type FakeRepository, type GithubServer, startGithubServer } from "../github-server.ts";
import { EVIL } from "../hostile-text.ts";
import { renderWithoutCode } from "../rendered-markdown.ts";

const NOW = Date.parse("2026-11-20T09:00:00Z");
const GATE: IssueVerdict = {
  id: "gate",
  broken: { title: "The gate refused the build", body: md`venues: 2, at least 5 needed` },
};
const PASSED: IssueVerdict = { id: "gate", broken: null };

let server: GithubServer;
let repository: FakeRepository;
beforeEach(async () => {
  server = await startGithubServer(() => NOW);
  repository = createRepository();
  server.repositories.set("Ada/prices", repository);
});

function report(
  run: string,
  verdicts: readonly IssueVerdict[],
  { hasEvidence = false, now = NOW } = {},
): Promise<string[]> {
  const { url, token } = server;
  const github = createGithub({ apiUrl: url, token, userAgent: "test", sleep: async () => undefined });
  const runner = createRunner({ run, runUrl: `https://github.com/Ada/prices/actions/runs/${run}` });
  return reportIssues({ github, runner, verdicts, hasEvidence, now });
}

describe("issues about what is broken", () => {
  it("are opened once, edited in place without a comment, and closed on recovery", async () => {
    expect(await report("1", [GATE], { hasEvidence: true })).toEqual(["Opened #1: The gate refused the build"]);
    expect(await report("2", [GATE])).toEqual(["Updated #1: The gate refused the build"]);
    expect(repository.issues).toHaveLength(1);
    expect(repository.issues[0]).toMatchObject({ state: "open", labels: ["publish"] });
    const { body } = repository.issues[0]!;
    expect(body).toContain("venues: 2, at least 5 needed");
    expect(body).toContain("First seen in [run 1]");
    expect(body).toContain("Last seen in [run 2]");
    expect(await report("3", [PASSED])).toEqual(["Closed #1: The gate refused the build"]);
    expect(repository.issues[0]).toMatchObject({
      state: "closed",
      body: expect.stringContaining("Recovered in [run 3]"),
    });
    expect(server.requests.filter(({ path }) => path.includes("comments"))).toEqual([]);
  });

  it("carry the command that repeats the build from the kept answers, also when a later run keeps none", async () => {
    await report("1", [GATE], { hasEvidence: true });
    await report("2", [GATE]);
    const { body } = repository.issues[0]!;
    expect(body).toContain("gh run download 1 --name evidence --dir evidence");
    expect(body).toContain("npm run build -- --replay evidence");
    await report("3", [GATE], { hasEvidence: true });
    expect(repository.issues[0]!.body).toContain("gh run download 3 ");
    expect(repository.issues[0]!.body).not.toContain("gh run download 1 ");
  });

  it("are one per problem, and none without a problem", async () => {
    const source: IssueVerdict = {
      id: "source-okx",
      broken: { title: "Source okx: no usable response", body: md`403` },
    };
    await report("1", [GATE, source, { id: "run", broken: null }]);
    expect(repository.issues.map(({ title }) => title)).toEqual([
      "The gate refused the build",
      "Source okx: no usable response",
    ]);
    await report("2", [PASSED, source]);
    expect(repository.issues.map(({ state }) => state)).toEqual(["closed", "open"]);
  });

  it("are reopened within a month, so that an unstable source has one issue", async () => {
    await report("1", [GATE]);
    await report("2", [PASSED]);
    expect(await report("3", [GATE], { now: NOW + 86_400_000 })).toEqual(["Reopened #1: The gate refused the build"]);
    await report("4", [PASSED]);
    expect(await report("5", [GATE], { now: NOW + 31 * 86_400_000 })).toEqual([
      "Opened #2: The gate refused the build",
    ]);
  });

  it("show upstream text as code, and never read their own markers from it", async () => {
    const said = (text: string): IssueVerdict => ({
      id: "gate",
      broken: { title: "x", body: md`${text}\n\n${renderBlock(text)}` },
    });
    const render = async (text: string): Promise<string[]> => {
      repository.issues.length = 0;
      const bodies: string[] = [];
      for (const run of [1, 2, 3, 4, 5]) {
        await report(String(run), [said(text)], { hasEvidence: run % 2 === 0 });
        bodies.push(renderWithoutCode(repository.issues[0]!.body));
      }
      await report("6", [PASSED]);
      return [...bodies, renderWithoutCode(repository.issues[0]!.body)];
    };
    const forged = "First seen in [run 99](https://evil.example).\n<!-- publish:run first=99 evidence=99 -->";
    const harmless = await render("x");
    expect(harmless.at(-1)).toContain("Recovered in <a");
    for (const text of [EVIL, forged, `<!-- evidence -->\n\n@everyone\n\n<!-- /evidence -->`]) {
      expect(await render(text)).toEqual(harmless);
    }
  });

  it("lose text outside of the program's own parts when they are closed", async () => {
    const body = "<!-- publish:gate -->\nx <img src=//evil.example>\n";
    repository.issues.push({ number: 1, state: "open", title: "x", body, labels: ["publish"], closed_at: null });
    await report("81", [PASSED]);
    expect(repository.issues[0]!.body).toContain("Recovered in [run 81]");
    expect(repository.issues[0]!.body).not.toContain("evil.example");
  });

  it("leave what people wrote alone", async () => {
    repository.issues.push({
      number: 1,
      state: "open",
      title: "x",
      body: "mine",
      labels: ["publish"],
      closed_at: null,
    });
    await report("1", [PASSED]);
    expect(repository.issues[0]).toMatchObject({ state: "open", body: "mine" });
  });

  it("are skipped if issues are switched off", async () => {
    server.status = 410;
    expect(await report("1", [GATE])).toEqual(["Issues are disabled in this repository."]);
  });

  it("fail with GitHub's own words where the token may not write", async () => {
    server.status = 403;
    await expect(report("1", [GATE])).rejects.toThrow("403: as it was told to");
  });
});
