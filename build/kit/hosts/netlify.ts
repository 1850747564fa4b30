import { JSON_TYPE } from "../api/response-headers.ts";
import type { Host } from "./host.ts";
import { listNotFoundPage, NOT_FOUND_PAGE, NOT_FOUND_PATH } from "./kit/error-response.ts";
import { describeType, renderHeaderFile } from "./kit/headers.ts";
import {
  listCapitals,
  listFoundRoots,
  listSecondNames,
  planQueries,
  type QueryPlan,
  renderPath,
} from "./kit/query-rules.ts";

/** A line of `_redirects`. Placeholders match any value, so lines without them go first. */
interface Line {
  from: string;
  query: readonly (readonly [name: string, value: string])[];
  to: string;
  status: number;
}

const MISSING_PAGE = "missing.html";

/**
 * When the file of a rule is missing, Netlify sends `404.html`: here it is the JSON error, and the
 * site's 404 page has another name and a rule. A rule cannot match an empty value, so `?limit=` is
 * refused.
 */
export const netlify: Host = {
  id: "netlify",
  name: "Netlify",
  homepage: "https://docs.netlify.com/routing/redirects/",
  level: "L2",
  anySpelling: false,
  ranges: true,
  unanswerable: "A JSON error with status 404, also for an empty parameter or a list of values. Its type may be HTML.",
  steps: [
    "Add a new site with **Deploy manually**, and note its id in the site's settings.",
    "Run `npx netlify deploy --prod --dir dist --site ID`, with a personal access token as `NETLIFY_AUTH_TOKEN`.",
  ],
  freePlan: {
    deployments: { max: 20, reason: "300 credits a month, 15 for each; then Netlify pauses all sites of the team" },
  },
  limits: {
    folderFiles: { max: 54_000, reason: "files in one directory (Netlify's deploy documentation)" },
    rules: { max: 10_000, reason: "Netlify advises against more; a deploy with too many might fail" },
  },
  rename: (path) => (path === NOT_FOUND_PAGE ? MISSING_PAGE : path),
  *controlFiles({ layout, routes, files }) {
    const plans = planQueries(routes, files);
    const lines = [
      ...listSecondNames(routes).map(({ from, to }) => `/${toPlaceholders(from)} /${toPlaceholders(to)} 200`),
      ...plans.flatMap(renderPlan),
      "/api /api/index.json 200",
      ...listFoundRoots(layout, files).map((root) => `/${root}/* /${root}/:splat.json 200`),
    ];
    const hasPage = files.some(({ path }) => path === MISSING_PAGE);
    const rules = [...lines, `/api/* ${NOT_FOUND_PATH} 404`, ...(hasPage ? [`/* /${MISSING_PAGE} 404`] : [])];
    yield { path: "_redirects", body: `${rules.join("\n")}\n`, rules };
    yield renderHeaderFile(layout, [
      describeType("/api"),
      ...layout.roots.map((root) => describeType(`/${root}/*`)),
      [`/${NOT_FOUND_PAGE}`, { "Content-Type": JSON_TYPE }],
      ...plans.map((plan) => describeType(pathOf(plan))),
    ]);
    yield* listNotFoundPage(files);
  },
  leadsSecondNames: true,
  urlVariants: listCapitals("L2"),
};

function pathOf(plan: QueryPlan): string {
  return renderPath(plan, (name) => `:${name}`);
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
    ({ query, file }): Line => ({ from: pathOf(plan), query, to: `/${toPlaceholders(file)}`, status: 200 }),
  );
  const refuse = (names: readonly string[]): Line => ({
    from: pathOf(plan),
    query: names.map((name) => [name, `:${name}`] as const),
    to: NOT_FOUND_PATH,
    status: 404,
  });
  const refusals = plan.subsets.filter((names) => names.length > 0).map(refuse);
  // A refusal has only placeholders; the sort is stable, so it stays behind the answers.
  const sorted = [...lines, ...refusals].sort((a, b) => rankOf(a) - rankOf(b));
  const ranked = [...plan.refused.map((name) => refuse([name])), ...sorted];
  // Netlify uses the first of two equal rules.
  const seen = new Set<string>();
  return ranked.flatMap((line) => {
    const condition = renderCondition(line);
    if (seen.has(condition)) return [];
    seen.add(condition);
    return [`${condition} ${line.to} ${line.status}`];
  });
}

function expand({ choices }: QueryPlan, names: readonly string[]): [name: string, value: string][][] {
  let queries: [string, string][][] = [[]];
  for (const [name, { values, fallback }] of choices) {
    const forms = names.includes(name) ? (values ?? [`:${name}`]) : fallback === undefined ? [] : [fallback];
    const set = queries.flatMap((query) => forms.map((value): [string, string][] => [...query, [name, value]]));
    queries = names.includes(name) ? set : [...queries, ...set];
  }
  return queries;
}

function toPlaceholders(file: string): string {
  return file.replace(/\{(\w+)\}/g, ":$1");
}

/** Lowest first: many parameters, then few placeholders. */
function rankOf({ from, query }: Line): number {
  const placeholders = query.filter(([, value]) => value.startsWith(":")).length + from.split("/:").length - 1;
  return -100 * query.length + placeholders;
}

function renderCondition({ from, query }: Line): string {
  return [from, ...query.map(([name, value]) => `${name}=${value}`)].join(" ");
}
