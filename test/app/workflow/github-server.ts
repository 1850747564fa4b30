import { startServer } from "../../kit/platform/local-server.ts";

export interface FakeIssue {
  number: number;
  state: "open" | "closed";
  title: string;
  body: string;
  labels: string[];
  closed_at: string | null;
}

export interface FakeRepository {
  /** What `GET /pages` answers; `null`: Pages is off. */
  pages: { html_url: string; build_type: string } | null;
  issues: FakeIssue[];
  workflows: { id: number; name: string; state: string }[];
  /** Ids of workflows that were enabled, in order. */
  enabled: number[];
}

/** The part of GitHub's REST API that the workflow uses, for a token with all permissions. */
export interface GithubServer {
  url: string;
  token: string;
  repositories: Map<string, FakeRepository>;
  /** Every request. */
  requests: readonly { path: string }[];
  /** Answers everything with this status while it is set. */
  status: number | null;
  close(): Promise<void>;
}

export function createRepository(pages: FakeRepository["pages"] = null): FakeRepository {
  return { pages, issues: [], workflows: [{ id: 1, name: "publish", state: "active" }], enabled: [] };
}

/** `now` stamps issues that are closed. */
export async function startGithubServer(now: () => number = Date.now): Promise<GithubServer> {
  const repositories = new Map<string, FakeRepository>();
  const { address, requests, close } = await startServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { method = "GET", url = "/" } = request;
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (github.status !== null) return answer(github.status, { message: "as it was told to" });
    if (request.headers.authorization !== `Bearer ${github.token}`) return answer(401, { message: "Bad credentials" });
    const [, , owner, name, ...rest] = new URL(url, "http://x").pathname.split("/");
    const repository = repositories.get(`${owner}/${name}`);
    if (repository === undefined) return answer(404, { message: "Not Found" });
    const [status, body] = act(repository, method, rest, text === "" ? {} : JSON.parse(text), now());
    answer(status, body);
  });
  const github: GithubServer = {
    url: address,
    token: "token-of-the-run",
    repositories,
    requests,
    status: null,
    close,
  };
  return github;
}

function act(
  repository: FakeRepository,
  method: string,
  [kind, id, verb]: readonly string[],
  body: Partial<FakeIssue>,
  now: number,
): [number, unknown] {
  const { pages, issues, workflows, enabled } = repository;
  if (kind === "pages") return pages === null ? [404, { message: "Not Found" }] : [200, pages];
  if (kind === "actions" && method === "GET") return [200, { workflows }];
  if (kind === "actions" && method === "PUT" && id === "workflows") {
    enabled.push(Number(verb));
    return [204, null];
  }
  if (kind !== "issues") return [404, { message: "Not Found" }];
  if (method === "GET") return [200, issues];
  if (method === "POST") {
    const blank = { state: "open", title: "", body: "", labels: [], closed_at: null };
    const issue = { number: issues.length + 1, ...blank, ...body };
    issues.push(issue as FakeIssue);
    return [201, issue];
  }
  const issue = issues.find(({ number }) => number === Number(id));
  if (issue === undefined) return [404, { message: "Not Found" }];
  Object.assign(issue, body, body.state === "closed" ? { closed_at: new Date(now).toISOString() } : {});
  return [200, issue];
}
