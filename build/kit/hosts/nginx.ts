import { COMMON_HEADERS, JSON_TYPE, MEDIA_TYPES, PREFLIGHT_HEADERS } from "../api/response-headers.ts";
import { type Host, SERVED_FOLDER, SERVERS_PAGE } from "./host.ts";
import {
  hasNotFoundPage,
  listNotFoundPage,
  NOT_FOUND_PATH,
  NOT_FOUND_PATHS,
  renderMethodError,
  renderRequired,
} from "./kit/error-response.ts";
import { listCacheClasses, PAGE_AGE, PAGE_POLICY, UNCACHED } from "./kit/headers.ts";
import type { Layout } from "./kit/layout.ts";
import { createNginxMaps, KEY_VARIABLE, type NginxPlan, nameCapture } from "./kit/nginx-maps.ts";
import { escapePattern, hasKey, isKey, OTHER_NAME, planRoutes, type RoutePlan, renderPath } from "./kit/query-rules.ts";

const MAPS_FILE = "nginx-maps.conf";
const SERVER_FILE = "nginx-server.conf";
const SITE_FILE = "nginx-site.conf";

/**
 * Rules by pattern in two files that the user's own file includes: nginx reads them at its start,
 * and they are the same after each build. The first of a repeated parameter counts.
 */
export const nginx: Host = {
  id: "nginx",
  name: "nginx",
  homepage: "https://nginx.org/en/docs/",
  level: "L2",
  anySpelling: true,
  ranges: true,
  unanswerable:
    "A JSON error with status 400 or 404; a list of values returns all values. Of a path, only names and ids of " +
    "things may be in capitals: HISTORY/7D is not found.",
  steps: [
    `Copy \`dist/\` to the server, for example with \`rsync --archive --delay-updates --delete-after dist/ HOST:${SERVED_FOLDER}/\`.`,
    `Once, copy \`${SITE_FILE}\` to \`/etc/nginx/conf.d/open-crypto-data.conf\`, and change that copy: \`listen\`, ` +
      `\`server_name\`, certificates. If the site is not in \`${SERVED_FOLDER}\`, change \`root\` and both \`include\` lines. ` +
      "No build changes the copy.",
    "Run `nginx -t && nginx -s reload`. Later builds need no reload, also with new keys: the rules contain no " +
      "data. After an update of this program, reload once more.",
  ],
  guide: SERVERS_PAGE,
  limits: {},
  *controlFiles({ layout, routes, files }) {
    const { maps, server } = renderConfig(layout, planRoutes(routes), hasNotFoundPage(files));
    yield { path: MAPS_FILE, body: `${maps.join("\n")}\n` };
    yield { path: SERVER_FILE, body: `${server.join("\n")}\n` };
    yield { path: SITE_FILE, body: SITE };
    yield* listNotFoundPage(files);
  },
};

const SITE = `# Copy this file to /etc/nginx/conf.d/ and change the copy: each build writes this file again.
include ${SERVED_FOLDER}/${MAPS_FILE};
server {
  listen 8080;
  # server_name prices.example;
  root ${SERVED_FOLDER};
  include ${SERVED_FOLDER}/${SERVER_FILE};
}
`;

function renderConfig(
  layout: Layout,
  plans: readonly RoutePlan[],
  hasPages: boolean,
): { maps: string[]; server: string[] } {
  const maps = createNginxMaps();
  const locations = plans.map((plan) => ({ plan, lines: renderLocation(plan, maps.add(plan)) }));
  const listLocations = (root: string) =>
    locations.flatMap(({ plan, lines }) => (plan.segments[0] === root ? lines : []));
  return {
    maps: [
      `# For the http block: ${SITE_FILE} includes it.`,
      "variables_hash_max_size 4096;",
      ...maps.render(),
      ...renderHeaderMaps(layout),
    ],
    server: renderServer(layout, hasPages, listLocations),
  };
}

function renderHeaderMaps(layout: Layout): string[] {
  return [
    "map $uri $ocd_cache_class {",
    `  default "${PAGE_AGE}";`,
    ...listCacheClasses(layout).map(({ pattern, cacheControl }) => `  "~^${pattern}$" "${cacheControl}";`),
    "}",
    `map $status $ocd_cache {\n  default $ocd_cache_class;\n  "~^[45]" "${UNCACHED}";\n}`,
    ...Object.entries(PREFLIGHT_HEADERS)
      .filter(([name]) => !(name in COMMON_HEADERS))
      .map(([name, value]) => `map $request_method ${nameVariable(name)} {\n  default "";\n  OPTIONS "${value}";\n}`),
    'map $status $ocd_allow {\n  default "";\n  405 "GET, HEAD, OPTIONS";\n}',
  ];
}

function renderServer(
  { roots, typed }: Layout,
  hasPages: boolean,
  listLocations: (root: string) => string[],
): string[] {
  const json = MEDIA_TYPES.filter(([ending]) => ending.lastIndexOf(".") === 0 || ending === ".csv.gz");
  return [
    `# For the server block: ${SITE_FILE} includes it.`,
    "  # Do not merge empty segments.",
    "  merge_slashes off;",
    "  # Redirects to the slash of a folder must be relative, because of proxies.",
    "  absolute_redirect off;",
    "  large_client_header_buffers 4 64k;",
    "  charset utf-8;",
    `  charset_types ${charsetTypes().join(" ")};`,
    "  gzip on;",
    "  # The default, 1, makes pages 8 % larger.",
    "  gzip_comp_level 5;",
    "  gzip_vary on;",
    `  gzip_types ${charsetTypes().join(" ")} text/css text/javascript application/javascript;`,
    "  error_page 404 403 @missing;",
    "  error_page 405 @method;",
    ...Object.entries(COMMON_HEADERS).map(([name, value]) => `  add_header ${name} "${value}" always;`),
    ...Object.keys(PREFLIGHT_HEADERS)
      .filter((name) => !(name in COMMON_HEADERS))
      .map((name) => `  add_header ${name} ${nameVariable(name)} always;`),
    "  add_header Cache-Control $ocd_cache always;",
    "  add_header Allow $ocd_allow always;",
    `  add_header Content-Security-Policy "${PAGE_POLICY}" always;`,
    "  if ($request_method = OPTIONS) {\n    return 204;\n  }",
    "  if ($request_method !~ ^(?:GET|HEAD|OPTIONS)$) {\n    return 405;\n  }",
    "  # A redirect to a path that begins with two slashes would lead to another host.",
    "  location ~ // {\n    return 404;\n  }",
    "  location / {",
    ...(hasPages ? ["    error_page 404 403 =404 /404.html;"] : []),
    "    try_files $uri $uri.html $uri/ =404;\n  }",
    `  location ~ ^/(?:${[MAPS_FILE, SERVER_FILE, SITE_FILE].map(escapePattern).join("|")})$ {\n    return 404;\n  }`,
    `  location @missing {\n    types {}\n    default_type "${JSON_TYPE}";\n    try_files ${NOT_FOUND_PATH} =404;\n  }`,
    `  location @method {\n    types {}\n    default_type "${JSON_TYPE}";\n    return 405 '${renderMethodError()}\\n';\n  }`,
    "  location = /api {\n    default_type application/json;\n    try_files /api/index.json =404;\n  }",
    ...typed
      .filter((path) => path.endsWith(".feed.json"))
      .map((path) => `  location = ${path} {\n    types {}\n    default_type application/feed+json;\n  }`),
    "  location /api/ {",
    "    types {",
    ...json.map(([ending, type]) => `      ${type.split(";")[0]} ${ending.split(".").at(-1)};`),
    "    }",
    "    default_type application/octet-stream;",
    "    location ~ // {\n      return 404;\n    }",
    `    location ~ ^(?:${NOT_FOUND_PATHS.map(escapePattern).join("|")})$ {\n      return 404;\n    }`,
    "    location = /api/ {\n      try_files /api/index.json =404;\n    }",
    ...listLocations("api"),
    "    location ~ ^/api/ {\n      try_files $uri $uri.json =404;\n    }",
    "  }",
    ...roots.flatMap((root) => [
      `  location /${root}/ {\n    types {}\n    default_type application/json;`,
      ...listLocations(root),
      "    try_files $uri $uri.json =404;\n  }",
    ]),
  ];
}

function charsetTypes(): string[] {
  const types = MEDIA_TYPES.map(([, type]) => type).filter((type) => type.includes("charset"));
  return [...new Set(types.map((type) => type.replace(/;.*/, "")))].filter((type) => type !== "text/html");
}

function nameVariable(header: string): string {
  return `$ocd_${header.toLowerCase().replaceAll("-", "_")}`;
}

/** A path with a key may be a file; another is a query, unless a parameter is required. */
function renderLocation(plan: RoutePlan, { settings, file, required }: NginxPlan): string[] {
  const keyed = hasKey(plan);
  const end = required !== undefined ? "/?" : "(?:\\.json|/)?";
  const capture = (name: string) =>
    isKey(plan, name) ? `(?<${KEY_VARIABLE.slice(1)}>[^/]+?)` : `(?<${nameCapture(name).slice(1)}>${OTHER_NAME})`;
  return [
    `    location ~ "^${renderPath(plan, capture)}${end}$" {`,
    ...settings.map((line) => `      ${line}`),
    ...(required === undefined
      ? []
      : [
          `      default_type "${JSON_TYPE}";`,
          `      if (${required.variable} = "") {`,
          `        return 400 '${renderRequired(required.name)}\\n';`,
          "      }",
        ]),
    `      try_files ${keyed ? "$uri " : ""}${file} =404;`,
    "    }",
  ];
}
