import type { Host } from "./host.ts";
import { listNotFoundPage, NOT_FOUND_FILE, NOT_FOUND_PAGE } from "./kit/error-response.ts";
import { describeType, JSON_TYPE, renderHeaderFile } from "./kit/headers.ts";
import { planQueries, type QueryPlan } from "./kit/query-rules.ts";

/** A line of `_redirects`; placeholders stand for any value, so that lines without them go first. */
interface Line {
  from: string;
  query: readonly (readonly [name: string, value: string])[];
  to: string;
  status: number;
}

/** Where the site's own page for what is missing lies here. */
const MISSING_PAGE = "missing.html";

/**
 * Rules match any order of the parameters they name and let others pass. The host reads paths without regard to case, so that
 * `BTC` finds `btc.json`. A rule whose file is missing ends the search, and the answer is `404.html` whatever was asked for: here
 * it is always the error for programs, and the site's page for people lies elsewhere, behind a rule of its own. A rule cannot name an empty value: `?limit=` is refused like any other value without a file.
 */
export const netlify: Host = {
  id: "netlify",
  name: "Netlify",
  homepage: "https://docs.netlify.com/routing/redirects/",
  level: "L2",
  unanswerable: "A JSON error with status 404, also for an empty parameter and for a list of symbols.",
  steps: [
    "Add a new site with Deploy manually, and note its id in the site's settings.",
    "Run `npx netlify deploy --prod --dir dist --site ID`, with a personal access token as `NETLIFY_AUTH_TOKEN`.",
    "Every production deploy costs credits on the free plan, so choose a slow schedule there.",
  ],
  collides: true,
  bundles: [],
  limits: {
    folderFiles: { max: 54_000, reason: "files in one directory (Netlify's deploy documentation)" },
    rules: { max: 10_000, reason: "Netlify advises against more; a deploy with too many might fail" },
  },
  rename: (path) => (path === NOT_FOUND_PAGE ? MISSING_PAGE : path),
  *controlFiles({ routes, files }) {
    const plans = planQueries(routes, files);
    const lines = [...plans.flatMap(renderPlan), "/api /api/index.json 200"];
    const hasPage = files.some(({ path }) => path === MISSING_PAGE);
    const rules = [...lines, `/api/* ${NOT_FOUND_FILE} 404`, ...(hasPage ? [`/* /${MISSING_PAGE} 404`] : [])];
    yield { path: "_redirects", body: `${rules.join("\n")}\n`, rules };
    yield renderHeaderFile([
      describeType("/api"),
      [`/${NOT_FOUND_PAGE}`, { "Content-Type": JSON_TYPE }],
      ...plans.map((plan) => describeType(pathOf(plan))),
    ]);
    yield* listNotFoundPage(files);
  },
};

function pathOf({ segments }: QueryPlan): string {
  return `/api/${segments.join("/").replace(/\{(\w+)\}/g, ":$1")}`;
}

function renderPlan(plan: QueryPlan): string[] {
  const answers = plan.rules.flatMap((rule) =>
    expand(plan, rule.names).map((query) => ({
      query,
      file: query.reduce(
        (file, [name, value]) => (value.startsWith(":") ? file : file.replace(`{${name}}`, value)),
        rule.file,
      ),
    })),
  );
  const lines = answers.map(
    ({ query, file }): Line => ({ from: pathOf(plan), query, to: `/api/${toPlaceholders(file)}`, status: 200 }),
  );
  const refusals: Line[] = plan.subsets
    .filter((names) => names.length > 0)
    .map((names) => ({
      from: pathOf(plan),
      query: names.map((name) => [name, `:${name}`] as const),
      to: NOT_FOUND_FILE,
      status: 404,
    }));
  // A refusal names the same parameters as an answer, but only by placeholders; the sort is stable, so it stays behind.
  const ranked = [...lines, ...refusals].sort((a, b) => rankOf(a) - rankOf(b));
  // Where every value may have a file, the refusal would never be reached.
  const asked = new Set<string>();
  return ranked.flatMap((line) => {
    const question = renderQuestion(line);
    if (asked.has(question)) return [];
    asked.add(question);
    return [`${question} ${line.to} ${line.status}`];
  });
}

/** Every way to ask: set parameters by value or placeholder, the others left out or with their default spelt out. */
function expand({ choices }: QueryPlan, names: readonly string[]): [name: string, value: string][][] {
  let queries: [string, string][][] = [[]];
  for (const [name, { values, fallback }] of choices) {
    const spelt = names.includes(name) ? (values ?? [`:${name}`]) : fallback === undefined ? [] : [fallback];
    const set = queries.flatMap((query) => spelt.map((value) => [...query, [name, value] as [string, string]]));
    queries = names.includes(name) ? set : [...queries, ...set];
  }
  return queries;
}

function toPlaceholders(file: string): string {
  return file.replace(/\{(\w+)\}/g, ":$1");
}

/** Small first: many parameters, then few placeholders. */
function rankOf({ from, query }: Line): number {
  const placeholders = query.filter(([, value]) => value.startsWith(":")).length + from.split("/:").length - 1;
  return -100 * query.length + placeholders;
}

function renderQuestion({ from, query }: Line): string {
  return [from, ...query.map(([name, value]) => `${name}=${value}`)].join(" ");
}
