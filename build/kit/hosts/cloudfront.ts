import { COMMON_HEADERS, JSON_TYPE, PREFLIGHT_HEADERS } from "../api/response-headers.ts";
import { type Host, STORES_PAGE } from "./host.ts";
import { NOT_FOUND_PATH, renderRequired, renderUnanswered } from "./kit/error-response.ts";
import { PAGE_POLICY } from "./kit/headers.ts";
import type { Layout } from "./kit/layout.ts";
import { PLAIN, planRoutes, type RoutePlan, renderPath } from "./kit/query-rules.ts";
import { MAX_KEY_BYTES, NO_VERSIONS } from "./s3.ts";

/** CloudFront refuses larger functions. */
const MAX_FUNCTION_BYTES = 10_240;
/**
 * S3 behind CloudFront. A function maps paths and queries to files, and removes the query, which
 * would split the cache.
 */
export const cloudfront: Host = {
  id: "cloudfront",
  name: "Amazon S3 and CloudFront",
  homepage: "https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-functions.html",
  level: "L2",
  anySpelling: true,
  ranges: true,
  unanswerable: "A JSON error with status 400 or 404; a list of values returns all values.",
  steps: [
    `Create a bucket for this site alone. ${NO_VERSIONS} Create a key that may list the bucket, and read, write and delete its objects.`,
    "Create a response headers policy with `aws cloudfront create-response-headers-policy " +
      "--response-headers-policy-config file://dist/cloudfront-headers.json`. It lets other sites read the API, " +
      "which a function for viewer requests cannot. All sites of an account can use one policy: AWS refuses " +
      "a second one of that name.",
    "Create a distribution for the bucket with this policy, which compresses files, and a CloudFront function " +
      "from `cloudfront-function.js`, attached to viewer requests. Add custom error responses: 403 and 404 to " +
      "`/api/404.json`, with status 404.",
    "Upload what changed with `npm run publish -- --bucket BUCKET --region REGION --distribution ID`, with the " +
      "key as `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`. With `--dry-run` it prints the requests and the " +
      "monthly price.",
    "The key also needs `cloudfront:CreateInvalidation`. The first 1,000 invalidations of a month are free, then " +
      "each costs half a cent: without `--distribution`, responses are one minute old instead.",
    "For the workflow, start the first run by hand with `without_site`: an empty bucket answers 403, which is also " +
      "the answer of a site that refuses readers.",
  ],
  guide: STORES_PAGE,
  hidesMissing: true,
  limits: { controlBytes: { max: MAX_FUNCTION_BYTES, reason: "code of one CloudFront function" } },
  *controlFiles({ layout, routes }) {
    const body = renderFunction(layout, planRoutes(routes));
    yield { path: "cloudfront-function.js", body, rules: [] };
    yield { path: "cloudfront-headers.json", body: `${JSON.stringify(HEADERS_POLICY, null, 2)}\n` };
  },
};

const listItems = (text: string) => {
  const items = text.split(", ");
  return { Quantity: items.length, Items: items };
};

/** The argument of `create-response-headers-policy`. */
const HEADERS_POLICY = {
  Name: "open-crypto-data",
  CorsConfig: {
    AccessControlAllowOrigins: listItems(PREFLIGHT_HEADERS["Access-Control-Allow-Origin"]),
    AccessControlAllowMethods: listItems(PREFLIGHT_HEADERS["Access-Control-Allow-Methods"]),
    AccessControlAllowHeaders: listItems(PREFLIGHT_HEADERS["Access-Control-Allow-Headers"]),
    AccessControlExposeHeaders: listItems(COMMON_HEADERS["Access-Control-Expose-Headers"]),
    AccessControlMaxAgeSec: Number(PREFLIGHT_HEADERS["Access-Control-Max-Age"]),
    AccessControlAllowCredentials: false,
    OriginOverride: true,
  },
  SecurityHeadersConfig: {
    ContentTypeOptions: { Override: true },
    ContentSecurityPolicy: { Override: true, ContentSecurityPolicy: PAGE_POLICY },
  },
};

/**
 * Routes in the function that differ in their path only. `:key` stands for a key. A parameter is
 * its name, its default, the pattern of its value, and what comes before the value in the name of a
 * file. Several values of the list get the file of all values.
 */
type Entry = readonly [paths: string, ...Rules];
type Rules = readonly [parameters: readonly QueryParameter[], list: string, required: string];
type QueryParameter = readonly [name: string, fallback: string, pattern: string, before: string];

function renderFunction(layout: Layout, plans: readonly RoutePlan[]): string {
  const groups = new Map<string, { rules: Rules; paths: string[] }>();
  for (const plan of plans) {
    const { choices, superset, required = "" } = plan;
    const parameters = [...choices].map(
      ([name, choice]): QueryParameter => [
        name,
        choice.fallback ?? "",
        choice.values?.join("|") ?? choice.pattern!,
        choice.bare ? "/" : `/${name}/`,
      ],
    );
    const rules: Rules = [parameters, superset?.name ?? "", required];
    const name = JSON.stringify(rules);
    const group = groups.get(name) ?? { rules, paths: [] };
    group.paths.push(renderPath(plan, () => ":key").slice(1));
    groups.set(name, group);
  }
  const entries = [...groups.values()].map(({ rules, paths }): Entry => [paths.join("|"), ...rules]);
  // A fixed path with parameters comes before one with a key.
  entries.sort(([, some], [, others]) => others.length - some.length);
  const table = entries.map((entry) => `  ${JSON.stringify(entry)}`).join(",\n");
  return `${TEMPLATE.replace("TABLE", () => table)
    .replace("PLAIN", () => PLAIN)
    .replace("ROOTS", () => ["api", ...layout.roots].join("|"))
    .replace("MAX_KEY", String(MAX_KEY_BYTES))
    .replaceAll("NOT_FOUND", () => JSON.stringify(renderUnanswered()))
    .replace("REQUIRED", () => JSON.stringify(renderRequired("NAME")))
    .replace("COMMON", () =>
      renderHeaders({ ...COMMON_HEADERS, "Content-Type": JSON_TYPE, "Cache-Control": "no-store" }),
    )
    .replace("PREFLIGHT", () => renderHeaders(PREFLIGHT_HEADERS))}`;
}

function renderHeaders(headers: Readonly<Record<string, string>>): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { value }])),
  );
}

/** The runtime of functions has neither named groups nor lookbehind. */
const TEMPLATE = `// Maps a request to its file. Error responses for 403 and 404: ${NOT_FOUND_PATH}, status 404.
var ROUTES = [
TABLE
];
var KEY = 'PLAIN';
function decode(text) {
  try { return decodeURIComponent(text.replace(/\\+/g, ' ')); } catch (e) { return '%'; }
}
function matches(pattern, text) { return new RegExp('^(' + pattern + ')$').test(text); }
function answer(status, body) {
  return { statusCode: status, statusDescription: status === 400 ? 'Bad Request' : 'Not Found', headers: COMMON, body: body };
}
function handler(event) {
  var found = findFile(event.request);
  return found.uri && found.uri.length > MAX_KEY ? answer(404, NOT_FOUND) : found;
}
function findFile(request) {
  var uri = request.uri, query = request.querystring;
  if (!/^\\/(ROOTS)(\\/|$)/.test(uri)) {
    if (/\\/$/.test(uri)) request.uri = uri + 'index.html';
    else if (/^(\\/[^\\/.]+)+$/.test(uri)) return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: { value: uri + '/' } } };
    return request;
  }
  if (request.method === 'OPTIONS') return { statusCode: 204, statusDescription: 'No Content', headers: PREFLIGHT };
  request.querystring = {};
  var path = decode(uri.replace(/\\+/g, '%2B')).slice(1).replace(/\\/$/, '').toLowerCase();
  if (/^api\\/404(\\.json)?$/.test(path)) return answer(404, NOT_FOUND);
  if (path === 'api') { request.uri = '/api/index.json'; return request; }
  var file = path.replace(/\\.json$/, ''), given = {};
  for (var key in query) {
    var all = query[key].multiValue, name = '$' + decode(key);
    if (given[name] === undefined) given[name] = decode(all ? all[0].value : query[key].value).trim().toLowerCase();
  }
  for (var i = 0; i < ROUTES.length; i++) {
    var route = ROUTES[i];
    if (!matches(route[0].replace(/:key/g, KEY), file)) continue;
    var parts = '', isList = false;
    for (var j = route[1].length - 1; j >= 0; j--) {
      var parameter = route[1][j], value = given['$' + parameter[0]] || '';
      if (value === '' || value === parameter[1]) {
        if (parts && parameter[1]) parts = parameter[3] + parameter[1] + parts;
      } else if (parameter[0] === route[2] && value.indexOf(',') >= 0) isList = true;
      else if (matches(parameter[2], value)) parts = parameter[3] + value + parts;
      else return answer(404, NOT_FOUND);
    }
    if (route[3] && path === file && !given['$' + route[3]]) return answer(400, REQUIRED.replace('NAME', route[3]));
    request.uri = '/' + file + parts + '.json';
    return request;
  }
  if (!/\\.[a-z0-9]+$/.test(path)) request.uri = uri.replace(/\\/$/, '') + '.json';
  return request;
}
`;
