import { COMMON_HEADERS, FRESH, JSON_TYPE, MEDIA_TYPES, PREFLIGHT_HEADERS } from "../api/response-headers.ts";
import type { Host } from "./host.ts";
import { hasNotFoundPage, NOT_FOUND_PATH } from "./kit/error-response.ts";
import { listCacheClasses, PAGE_POLICY, UNCACHED } from "./kit/headers.ts";
import { type Layout, renderData } from "./kit/layout.ts";
import {
  type Choice,
  escapePattern,
  listCapitals,
  listFoundRoots,
  listSecondNames,
  planQueries,
  type QueryPlan,
  renderPath,
  type SecondName,
} from "./kit/query-rules.ts";

/** One entry of `routes`, the only list whose entries can set a status. */
interface VercelRoute {
  src?: string;
  handle?: "filesystem";
  methods?: readonly string[];
  has?: readonly { type: "query"; key: string; value: string }[];
  headers?: Readonly<Record<string, string>>;
  dest?: string;
  status?: number;
  continue?: true;
  check?: true;
}

/** A rewritten path has only the headers of its own entry in `vercel dev`. */
const ANSWER = { ...COMMON_HEADERS, "Cache-Control": FRESH };
const MISSING = { ...COMMON_HEADERS, "Content-Type": JSON_TYPE, "Cache-Control": UNCACHED };

const BLANKS = "[\\t ]*";

/** A path outside of the interface without an extension or a slash at the end. */
function renderPageFolder(layout: Layout): string {
  return `^/((?!${renderData(layout).slice(1)}(?:/|$))(?:[^/]+/)*[^/.]+)$`;
}

/**
 * Rules cannot change the case: files named by a key have a copy in capitals. Uses `routes`,
 * because `rewrites` always answer with status 200.
 */
export const vercel: Host = {
  id: "vercel",
  name: "Vercel",
  homepage: "https://vercel.com/docs/project-configuration",
  level: "L2",
  anySpelling: false,
  ranges: null,
  unanswerable: "A JSON error with status 404; a list of values returns all values.",
  steps: [
    "Run `npm install --global vercel`, and link a project once with `vercel link` in `dist/`.",
    "Run `vercel deploy --prod --archive=tgz` in `dist/`, with a token as `VERCEL_TOKEN`. Without the archive each file is one upload, and a day has 5,000.",
    "The free plan, Hobby, is for non-commercial projects and takes 100 MB. A larger build is refused, and the message " +
      "says how much fits; `npm run doctor` says for how long. With Pro, which takes 1 GB, set " +
      '`paidHosts: ["vercel"]` in `build/settings.ts`.',
  ],
  limits: {
    totalBytes: { max: 1_000_000_000, reason: "static upload of the Pro plan" },
    rules: { max: 2_048, reason: "entries of one list in vercel.json, by its published schema" },
    ruleLength: { max: 4_096, reason: "characters of one pattern in vercel.json, by its published schema" },
  },
  freePlan: {
    limits: { totalBytes: { max: 100_000_000, reason: "static upload of the free plan, Hobby" } },
    deployments: { max: 30, reason: "one a day: most files change in each build, and the transfer counts" },
  },
  *controlFiles({ layout, routes, files }) {
    const data = renderData(layout);
    const entries: VercelRoute[] = [
      ...renderHeaders(layout),
      { src: `^${data}(?:/.*)?$`, methods: ["OPTIONS"], status: 204, headers: PREFLIGHT_HEADERS },
      { src: "^/api/?$", headers: ANSWER, dest: "/api/index.json" },
      // Relative links of a page need the slash.
      ...(hasNotFoundPage(files)
        ? [{ src: renderPageFolder(layout), status: 308, headers: { Location: "/$1/" } }]
        : []),
      { handle: "filesystem" },
      ...listSecondNames(routes).map(renderSecondName),
      ...planQueries(routes, files).flatMap(renderPlan),
      ...listFoundRoots(layout, files).map((root) => ({
        src: `^/(?<path>${root}/.*[^./])/?$`,
        headers: ANSWER,
        dest: "/$path.json",
        check: true as const,
      })),
      // These headers replace those of the file that is missing.
      {
        src: `^${data}(?:/.*)?$`,
        headers: MISSING,
        status: 404,
        dest: NOT_FOUND_PATH,
      },
      ...(hasNotFoundPage(files)
        ? [{ src: "^/.*$", headers: { "Cache-Control": UNCACHED }, status: 404, dest: "/404.html" }]
        : []),
    ];
    // With `builds`, each file would be an entry point of its own, which takes minutes.
    const config = { version: 2, outputDirectory: ".", routes: entries };
    yield {
      path: "vercel.json",
      body: `${JSON.stringify(config, null, 2)}\n`,
      rules: entries.map((entry) => entry.src ?? ""),
    };
  },
  leadsSecondNames: true,
  urlVariants: listCapitals("L2"),
};

function renderHeaders(layout: Layout): VercelRoute[] {
  const policy = { "Content-Security-Policy": PAGE_POLICY };
  return [
    { src: "^/.*$", headers: { ...COMMON_HEADERS, ...policy }, continue: true },
    ...[...listCacheClasses(layout)].reverse().map(
      ({ pattern, cacheControl }): VercelRoute => ({
        src: `^${pattern}$`,
        headers: { "Cache-Control": cacheControl },
        continue: true,
      }),
    ),
    ...[...MEDIA_TYPES].reverse().map(
      ([ending, type]): VercelRoute => ({
        src: `^${renderData(layout)}/.*${escapePattern(ending)}$`,
        headers: { "Content-Type": type },
        continue: true,
      }),
    ),
  ];
}

function renderSecondName({ from, to }: SecondName): VercelRoute {
  const parts = from.split(/\{(\w+)\}/);
  return {
    src: `^/${parts.map((part, at) => (at % 2 === 0 ? escapePattern(part) : `(?<${part}>[^/]+?)`)).join("")}$`,
    headers: ANSWER,
    dest: `/${to.replace(/\{(\w+)\}/g, "$$$1")}`,
    check: true,
  };
}

function renderPlan(plan: QueryPlan): VercelRoute[] {
  const src = `^${renderPath(plan, (name) => `(?<${name}>[^/]+?)`)}/?$`;
  const refuse = (names: readonly string[]): VercelRoute => ({
    src,
    ...renderHas(names, renderSet(plan)),
    headers: MISSING,
    status: 404,
    dest: NOT_FOUND_PATH,
  });
  const sets = plan.subsets.flatMap((names) => {
    const rule = plan.rules.find((candidate) => candidate.names.join() === names.join());
    const answers: VercelRoute[] =
      rule === undefined
        ? []
        : [
            {
              src,
              ...renderHas(names, (name) => `${BLANKS}(?<${name}>${patternOf(plan.choices.get(name)!)})${BLANKS}`),
              headers: ANSWER,
              dest: `/${rule.file.replace(/\{(\w+)\}/g, "$$$1")}`,
              check: true,
            },
          ];
    const list = plan.superset;
    if (list !== undefined && names.length === 1 && names[0] === list.name) {
      answers.push({ src, ...renderHas(names, () => ".*,.*"), headers: ANSWER, dest: `/${list.file}` });
    }
    return names.length === 0 ? answers : [...answers, refuse(names)];
  });
  return [...plan.refused.map((name) => refuse([name])), ...sets];
}

function renderHas(names: readonly string[], formOf: (name: string) => string): Pick<VercelRoute, "has"> {
  return names.length === 0
    ? {}
    : { has: names.map((name) => ({ type: "query", key: name, value: `^${formOf(name)}$` })) };
}

/** A value with blanks around it is the value; one of blanks alone is absent. */
function renderSet({ choices }: QueryPlan): (name: string) => string {
  return (name) => `(?!${BLANKS}(?:${escapePattern(choices.get(name)?.fallback ?? "")})?${BLANKS}$).*`;
}

function patternOf({ values, pattern, fallback }: Choice): string {
  if (values !== undefined) return values.map(escapePattern).join("|");
  const other = fallback === undefined ? "" : `(?!${escapePattern(fallback)}${BLANKS}$)`;
  return `${other}${pattern.replaceAll("a-z", "A-Za-z")}`;
}
