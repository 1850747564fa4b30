import { type Host, type HostFile, SERVERS_PAGE } from "./host.ts";
import { type DeprecatedPaths, listDeprecated } from "./kit/deprecation.ts";
import {
  hasNotFoundPage,
  listNotFoundPage,
  NOT_FOUND_FILE,
  renderMethodError,
  renderRequired,
} from "./kit/error-response.ts";
import {
  CACHE_CLASSES,
  COMMON_HEADERS,
  JSON_TYPE,
  MEDIA_TYPES,
  PAGE_AGE,
  PAGE_POLICY,
  PREFLIGHT_HEADERS,
  UNCACHED,
} from "./kit/headers.ts";
import { KEY_VARIABLE, type PlanMaps, renderPlanMaps } from "./kit/nginx-maps.ts";
import { planQueries, type QueryPlan } from "./kit/query-rules.ts";

/** Of the official container image. */
const ROOT = "/usr/share/nginx/html";

/**
 * A file to include in `http`. The first of a repeated parameter counts; symbols ignore the case.
 */
export const nginx: Host = {
  id: "nginx",
  name: "nginx",
  homepage: "https://nginx.org/en/docs/",
  level: "L2",
  unanswerable: "A JSON error with status 400 or 404; a list of symbols returns all symbols.",
  steps: [
    "Copy `dist/` to the server, for example with `rsync --archive --delay-updates --delete-after dist/ HOST:/srv/crypto/`.",
    "Set `listen` and `root` in `nginx.conf`, and include the file in the `http` block of the server's own configuration.",
    "Run `nginx -t`, then `nginx -s reload`.",
  ],
  guide: SERVERS_PAGE,
  limits: {},
  *controlFiles({ routes, files }) {
    yield {
      path: "nginx.conf",
      body: `${renderConfig(planQueries(routes, files), files, listDeprecated(routes)).join("\n")}\n`,
    };
    yield* listNotFoundPage(files);
  },
};

/** The names of the headers of deprecated paths. */
function listNames([first]: readonly DeprecatedPaths[]): string[] {
  return Object.keys(first?.headers ?? {});
}

function renderConfig(
  plans: readonly QueryPlan[],
  files: readonly HostFile[],
  deprecated: readonly DeprecatedPaths[],
): string[] {
  const maps = plans.map((plan) => renderPlanMaps(plan, files));
  const json = MEDIA_TYPES.filter(([ending]) => ending.lastIndexOf(".") === 0 || ending === ".csv.gz");
  return [
    "# Include this file in http {}; change listen and root to where the site is.",
    "map_hash_max_size 262144;",
    "map_hash_bucket_size 512;",
    "variables_hash_max_size 4096;",
    ...maps.flatMap(({ lines }) => lines),
    "map $uri $ocd_cache_class {",
    `  default "${PAGE_AGE}";`,
    ...CACHE_CLASSES.map(({ pattern, cacheControl }) => `  "~^${pattern}$" "${cacheControl}";`),
    "}",
    `map $status $ocd_cache {\n  default $ocd_cache_class;\n  "~^[45]" "${UNCACHED}";\n}`,
    ...listNames(deprecated).map((name) => {
      const lines = deprecated.map(({ pattern, headers }) => `  "~^${pattern}$" "${headers[name]}";`);
      return [`map $uri ${nameVariable(name)} {`, '  default "";', ...lines, "}"].join("\n");
    }),
    ...Object.entries(PREFLIGHT_HEADERS)
      .filter(([name]) => !(name in COMMON_HEADERS))
      .map(([name, value]) => `map $request_method ${nameVariable(name)} {\n  default "";\n  OPTIONS "${value}";\n}`),
    'map $status $ocd_allow {\n  default "";\n  405 "GET, HEAD, OPTIONS";\n}',
    "server {",
    "  listen 8080;",
    `  root ${ROOT};`,
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
    ...listNames(deprecated).map((name) => `  add_header ${name} ${nameVariable(name)};`),
    "  add_header Cache-Control $ocd_cache always;",
    "  add_header Allow $ocd_allow always;",
    `  add_header Content-Security-Policy "${PAGE_POLICY}" always;`,
    "  if ($request_method = OPTIONS) {\n    return 204;\n  }",
    "  if ($request_method !~ ^(?:GET|HEAD|OPTIONS)$) {\n    return 405;\n  }",
    "  # A redirect to a path that begins with two slashes would lead to another host.",
    "  location ~ // {\n    return 404;\n  }",
    "  location / {",
    ...(hasNotFoundPage(files) ? ["    error_page 404 403 =404 /404.html;"] : []),
    "    try_files $uri $uri.html $uri/ =404;\n  }",
    "  location = /nginx.conf {\n    return 404;\n  }",
    `  location @missing {\n    types {}\n    default_type "${JSON_TYPE}";\n    try_files ${NOT_FOUND_FILE} =404;\n  }`,
    `  location @method {\n    types {}\n    default_type "${JSON_TYPE}";\n    return 405 '${renderMethodError()}\\n';\n  }`,
    "  location = /api {\n    default_type application/json;\n    try_files /api/index.json =404;\n  }",
    "  location = /api/news.feed.json {\n    types {}\n    default_type application/feed+json;\n  }",
    "  location /api/ {",
    "    types {",
    ...json.map(([ending, type]) => `      ${type.split(";")[0]} ${ending.split(".").at(-1)};`),
    "    }",
    "    default_type application/octet-stream;",
    "    location ~ // {\n      return 404;\n    }",
    "    location = /api/ {\n      try_files /api/index.json =404;\n    }",
    ...plans.flatMap((plan, at) => renderLocation(plan, maps[at]!)),
    "    location ~ ^/api/ {\n      try_files $uri $uri.json =404;\n    }",
    "  }",
    "  location /compat/ {\n    types {}\n    default_type application/json;\n    try_files $uri $uri.json =404;\n  }",
    "}",
  ];
}

function charsetTypes(): string[] {
  const types = MEDIA_TYPES.map(([, type]) => type).filter((type) => type.includes("charset"));
  return [...new Set(types.map((type) => type.split(";")[0]!))].filter((type) => type !== "text/html");
}

function nameVariable(header: string): string {
  return `$ocd_${header.toLowerCase().replaceAll("-", "_")}`;
}

/** A path with a key may be a file; one without is a query, unless a parameter is required. */
function renderLocation(plan: QueryPlan, { file, variables }: PlanMaps): string[] {
  const keyed = plan.segments.some((segment) => segment.startsWith("{"));
  const path = plan.segments.map((segment) => (segment.startsWith("{") ? `(?<${KEY_VARIABLE}>[^/]+?)` : segment));
  const end = keyed || plan.required !== undefined ? "/?" : "(?:\\.json|/)?";
  const required = plan.required;
  return [
    `    location ~ "^/api/${path.join("/")}${end}$" {`,
    ...(required === undefined
      ? []
      : [
          `      default_type "${JSON_TYPE}";`,
          `      if ($${variables.get(required)} = "") {`,
          `        return 400 '${renderRequired(required)}\\n';`,
          "      }",
        ]),
    `      try_files ${keyed ? "$uri " : ""}/api/${file} =404;`,
    "    }",
  ];
}
