import type { Host } from "./host.ts";
import { NOT_FOUND_FILE, renderRequired, renderUnanswered } from "./kit/error-response.ts";
import { COMMON_HEADERS, JSON_TYPE, PAGE_POLICY, PREFLIGHT_HEADERS } from "./kit/headers.ts";
import { PLAIN, planQueries, type QueryPlan } from "./kit/query-rules.ts";
import { renderUpload, UPLOAD_FILE } from "./kit/s3-upload.ts";

/** CloudFront refuses larger functions. */
const MAX_FUNCTION_BYTES = 10_240;

/** Files that differ between two builds of 1,000 coins: on average 83 % of 18,700. */
const CHANGED_FILES = 15_500;
const USD_PER_MILLION_PUTS = 5;

function describePuts(buildsPerDay: number): string {
  const millions = (CHANGED_FILES * buildsPerDay * 30) / 1e6;
  const usd = Math.round(millions * USD_PER_MILLION_PUTS);
  return `With 1,000 coins, ${buildsPerDay} builds a day make ${millions.toFixed(1)} million PUTs a month, about $${usd}.`;
}

/**
 * S3 behind CloudFront. A function maps paths and queries to files, and removes the query, which
 * would split the cache.
 */
export const cloudfront: Host = {
  id: "cloudfront",
  name: "Amazon S3 and CloudFront",
  homepage: "https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-functions.html",
  level: "L2",
  unanswerable: "A JSON error with status 400 or 404; a list of symbols returns all symbols.",
  steps: [
    "Create a bucket for this site alone, and upload with `node dist/cloudfront-upload.mjs BUCKET`, which calls the AWS client. It uploads changed files, deletes those that are gone, and sets type and Cache-Control of each: S3 would take an archive for `text/csv`.",
    "Create a response headers policy with `aws cloudfront create-response-headers-policy --response-headers-policy-config file://dist/cloudfront-headers.json`. It lets other sites read the API, which a function for viewer requests cannot.",
    "Create a distribution for the bucket with this policy, and a CloudFront function from `cloudfront-function.js`, attached to viewer requests.",
    "Add custom error responses: 403 and 404 to `/api/404.json`, with status 404.",
    "Invalidate `/*` after every upload, or accept responses that are one minute old.",
    `S3 charges for every uploaded file. ${describePuts(48)} ${describePuts(4)}`,
  ],
  limits: { controlBytes: { max: MAX_FUNCTION_BYTES, reason: "code of one CloudFront function" } },
  *controlFiles({ routes, files }) {
    const body = renderFunction(planQueries(routes, files));
    yield { path: "cloudfront-function.js", body, rules: [] };
    yield { path: "cloudfront-headers.json", body: `${JSON.stringify(HEADERS_POLICY, null, 2)}\n` };
    yield { path: UPLOAD_FILE, body: renderUpload() };
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
    AccessControlAllowOrigins: listItems(PREFLIGHT_HEADERS["Access-Control-Allow-Origin"]!),
    AccessControlAllowMethods: listItems(PREFLIGHT_HEADERS["Access-Control-Allow-Methods"]!),
    AccessControlAllowHeaders: listItems(PREFLIGHT_HEADERS["Access-Control-Allow-Headers"]!),
    AccessControlExposeHeaders: listItems(COMMON_HEADERS["Access-Control-Expose-Headers"]!),
    AccessControlMaxAgeSec: Number(PREFLIGHT_HEADERS["Access-Control-Max-Age"]),
    AccessControlAllowCredentials: false,
    OriginOverride: true,
  },
  SecurityHeadersConfig: {
    ContentTypeOptions: { Override: true },
    ContentSecurityPolicy: { Override: true, ContentSecurityPolicy: PAGE_POLICY },
  },
};

/** One route in the function: files are by the names of the parameters that are set. */
type Entry = readonly [
  path: string,
  parameters: Readonly<Record<string, readonly [fallback: string, pattern: string]>>,
  files: Readonly<Record<string, string>>,
  superset: readonly [name: string, file: string] | null,
  required: string,
];

function renderFunction(plans: readonly QueryPlan[]): string {
  const entries = plans.map((plan): Entry => {
    const path = `^${plan.segments.map((part) => part.replace(/\{\w+\}/, "([^/]+?)")).join("/")}$`;
    const parameters = [...plan.choices].map(([name, { values, pattern, fallback }]) => {
      // A list of several values gets the file of all values.
      const form = values?.join("|") ?? (plan.superset?.name === name ? `${pattern}|.*,.*` : pattern!);
      return [name, [fallback ?? "", `^(${form})$`]] as const;
    });
    const names = plan.rules.map((rule) => [rule.names.join(), rule.file] as const);
    return [
      path,
      Object.fromEntries(parameters),
      Object.fromEntries(names),
      plan.superset === undefined ? null : [plan.superset.name, plan.superset.file],
      plan.required ?? "",
    ];
  });
  const table = entries.map((entry) => `  ${JSON.stringify(entry)}`).join(",\n");
  return `${TEMPLATE.replace("TABLE", () => table)
    .replace("KEY", () => PLAIN)
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
const TEMPLATE = `// Maps a request to its file. Error responses for 403 and 404: ${NOT_FOUND_FILE}, status 404.
var ROUTES = [
TABLE
];
function decode(text) {
  try { return decodeURIComponent(text.replace(/\\+/g, ' ')); } catch (e) { return '%'; }
}
function answer(status, body) {
  return { statusCode: status, statusDescription: status === 400 ? 'Bad Request' : 'Not Found', headers: COMMON, body: body };
}
function handler(event) {
  var request = event.request, uri = request.uri, query = request.querystring;
  var compat = uri.indexOf('/compat/') === 0;
  if (uri !== '/api' && uri.indexOf('/api/') !== 0 && !compat) {
    if (/\\/$/.test(uri)) request.uri = uri + 'index.html';
    else if (/^(\\/[^\\/.]+)+$/.test(uri)) return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: { value: uri + '/' } } };
    return request;
  }
  if (request.method === 'OPTIONS') return { statusCode: 204, statusDescription: 'No Content', headers: PREFLIGHT };
  request.querystring = {};
  if (compat) {
    if (!/\\.[a-z0-9]+$/.test(uri)) request.uri = uri.replace(/\\/$/, '') + '.json';
    return request;
  }
  var path = uri.slice(5).replace(/\\/$/, '');
  if (path === '') { request.uri = '/api/index.json'; return request; }
  var given = {};
  for (var key in query) {
    var all = query[key].multiValue, name = decode(key);
    if (!Object.prototype.hasOwnProperty.call(given, name)) given[name] = decode(all ? all[0].value : query[key].value).trim().toLowerCase();
  }
  for (var i = 0; i < ROUTES.length; i++) {
    var route = ROUTES[i], match = new RegExp(route[0]).exec(path.replace(/\\.json$/, ''));
    if (!match) continue;
    var set = [], values = {};
    for (var param in route[1]) {
      var value = Object.prototype.hasOwnProperty.call(given, param) ? given[param] : '';
      if (value === '' || value === route[1][param][0]) continue;
      if (!new RegExp(route[1][param][1]).test(value)) return answer(404, NOT_FOUND);
      set.push(param);
      values[param] = value;
    }
    if (/\\.json$/.test(path) && set.length === 0) break;
    var file = route[2][set.join()];
    if (route[4] && !values[route[4]]) return answer(400, REQUIRED.replace('NAME', route[4]));
    if (route[3] && (values[route[3][0]] || '').indexOf(',') >= 0) file = route[3][1];
    if (!file) return answer(404, NOT_FOUND);
    var text = match[1] === undefined ? '' : decode(match[1].replace(/\\+/g, '%2B')).toLowerCase();
    if (text && !/^KEY$/.test(text)) return answer(404, NOT_FOUND);
    request.uri = '/api/' + file.replace(/\\{(\\w+)\\}/g, function (_, name) {
      return name in values ? values[name] : text;
    });
    return request;
  }
  if (!/\\.[a-z0-9]+$/.test(path)) request.uri = '/api/' + path + '.json';
  return request;
}
`;
