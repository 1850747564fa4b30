import { COMMON_HEADERS, JSON_TYPE, MEDIA_TYPES, PREFLIGHT_HEADERS } from "../api/response-headers.ts";
import { type Host, SERVED_FOLDER, SERVERS_PAGE } from "./host.ts";
import {
  hasNotFoundPage,
  listNotFoundPage,
  NOT_FOUND_PATH,
  NOT_FOUND_PATHS,
  renderBrokenQuery,
  renderMethodError,
  renderRequired,
} from "./kit/error-response.ts";
import { listCacheClasses, listTrees, PAGE_POLICY, UNCACHED } from "./kit/headers.ts";
import { type Layout, renderData } from "./kit/layout.ts";
import {
  type Choice,
  escapePattern,
  hasKey,
  isKey,
  LETTERS,
  listPathNames,
  OTHER_NAME,
  PLAIN,
  planRoutes,
  type RoutePlan,
  renderPath,
  tolerate,
} from "./kit/query-rules.ts";

/** Stands for a value without a file; no file has this name. */
const REFUSED = "!";
/** Stands for a value that Go drops without a word: one with a semicolon or a broken escape. */
const BROKEN = "?";
const BROKEN_VALUE = "[^&]*(?:;|%(?:[^0-9a-fA-F]|$|[0-9a-fA-F](?:[^0-9a-fA-F]|$)))";
// biome-ignore lint/suspicious/noTemplateCurlyInString: the server's own placeholder
const CAPTURED = '"${1}"';
/** The name of an error in the configuration. */
const BROKEN_QUERY = "broken_query";

/**
 * Caddy cannot lower the case, so each letter is replaced. Names of parameters in capitals do not
 * count. A repeated parameter is refused: Caddy joins its values with a comma.
 */
export const caddy: Host = {
  id: "caddy",
  name: "Caddy",
  homepage: "https://caddyserver.com/docs/caddyfile",
  level: "L2",
  anySpelling: true,
  ranges: true,
  unanswerable: "A JSON error with status 400 or 404; a list of values returns all values.",
  steps: [
    `Copy \`dist/\` to the server, for example with \`rsync --archive --delay-updates --delete-after dist/ HOST:${SERVED_FOLDER}/\`.`,
    `Run \`SITE_ROOT=${SERVED_FOLDER} SITE_ADDRESS=example.org caddy run --config ${SERVED_FOLDER}/Caddyfile\`; Caddy fetches the certificate itself.`,
  ],
  guide: SERVERS_PAGE,
  limits: {},
  *controlFiles({ layout, routes, files }) {
    yield {
      path: "Caddyfile",
      body: `${renderConfig(layout, planRoutes(routes), hasNotFoundPage(files)).join("\n")}\n`,
    };
    yield* listNotFoundPage(files);
  },
};

function renderConfig(layout: Layout, plans: readonly RoutePlan[], hasPages: boolean): string[] {
  const classes = listCacheClasses(layout);
  const trees = listTrees(layout.roots).join(" ");
  return [
    "# SITE_ADDRESS and SITE_ROOT are the address and the folder of the site.",
    "{$SITE_ADDRESS::8080} {",
    "  root * {$SITE_ROOT:.}",
    "  encode gzip",
    "  route {",
    ...renderHeaderLines("    header", { ...COMMON_HEADERS, "Content-Security-Policy": PAGE_POLICY }),
    ...classes.map(({ pattern }, at) => `    @cache${at} path_regexp ^${pattern}$`),
    ...classes.map(({ cacheControl }, at) => `    header @cache${at} Cache-Control "${cacheControl}"`).reverse(),
    ...MEDIA_TYPES.map(
      ([ending, type], at) =>
        `    @type${at} path_regexp ^${renderData(layout)}/.*${escapePattern(ending)}$\n    header @type${at} Content-Type "${type}"`,
    ).reverse(),
    "    @preflight method OPTIONS",
    ...renderHeaderLines("    header @preflight", PREFLIGHT_HEADERS),
    "    respond @preflight 204",
    "    @method not method GET HEAD",
    "    error @method 405",
    `    @control path /Caddyfile ${NOT_FOUND_PATHS.join(" ")}`,
    "    error @control 404",
    '    @empty expression {http.request.orig_uri.path}.contains("//")',
    "    error @empty 404",
    `    @api path /api ${trees}`,
    "    route @api {",
    ...LETTERS.map((letter) => `      uri replace ${letter.toUpperCase()} ${letter}`),
    "    }",
    "    @index path /api /api/",
    "    rewrite @index /api/index.json",
    ...plans.flatMap(renderPlan),
    "    @bare {",
    `      path ${trees}`,
    "      not path_regexp \\.[a-z0-9]+$",
    "    }",
    "    rewrite @bare {path}.json",
    "    @page {",
    `      not path ${trees}`,
    "      file {path} {path}.html",
    "    }",
    "    rewrite @page {http.matchers.file.relative}",
    "    file_server",
    "  }",
    "  handle_errors {",
    ...(hasPages ? renderNotFound(trees) : []),
    // Caddy runs a rewrite before any block, unless it is inside one.
    "    handle {",
    ...renderHeaderLines("    header", { ...COMMON_HEADERS, "Cache-Control": UNCACHED, "Content-Type": JSON_TYPE }),
    "    @method expression {err.status_code} == 405",
    `    header @method Allow "GET, HEAD, OPTIONS"`,
    `    respond @method \`${renderMethodError()}\` 405`,
    `    @${BROKEN_QUERY} expression {err.message} == "${BROKEN_QUERY}"`,
    `    respond @${BROKEN_QUERY} \`${renderBrokenQuery()}\` 400`,
    ...[...new Set(plans.flatMap(({ required }) => required ?? []))].flatMap((required) => [
      `    @${required} expression {err.message} == "${required}"`,
      `    respond @${required} \`${renderRequired(required)}\` 400`,
    ]),
    `    rewrite * ${NOT_FOUND_PATH}`,
    "    file_server {\n      status 404\n    }",
    "    }",
    "  }",
    "}",
  ];
}

/** Errors outside of `/api` are pages. The path is that of the request. */
function renderNotFound(trees: string): string[] {
  return [
    "    @page {",
    `      not path /api ${trees}`,
    "      expression {err.status_code} == 404",
    "    }",
    "    handle @page {",
    ...renderHeaderLines("      header", { ...COMMON_HEADERS, "Cache-Control": UNCACHED }),
    "      rewrite * /404.html",
    "      file_server {\n        status 404\n      }",
    "    }",
  ];
}

function renderHeaderLines(directive: string, headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${directive} ${name} "${value}"`);
}

function renderPlan(plan: RoutePlan): string[] {
  const id = plan.route.endpoint.replaceAll("-", "_");
  const keyed = hasKey(plan);
  const end = keyed || plan.required !== undefined ? "/?" : "(?:\\.json|/)?";
  const names = [...plan.choices.keys()];
  const lines = [
    `    @ask_${id} {`,
    `      path_regexp ${id} ^${renderPath(plan, (name) => (isKey(plan, name) ? "([^/]+?)" : `(${OTHER_NAME})`))}${end}$`,
    ...(keyed ? ["      not path *.json"] : []),
    "    }",
  ];
  const key = `{ocd_${id}_key}`;
  if (keyed) lines.push(...renderMap(`{re.${id}.1}`, key, [[`~^(${PLAIN})$`, CAPTURED]]));
  const parts: string[] = [];
  for (const [name, choice] of [...plan.choices].reverse()) {
    lines.push(
      ...renderMap(
        "{http.request.orig_uri.query}",
        `{ocd_${id}_${name}_asked}`,
        [
          [`~(?:^|&)${tolerate(name)}=${BROKEN_VALUE}`, `"${BROKEN}"`],
          [`~(?:^|&)${tolerate(name)}(?:=|&|$)`, "1"],
        ],
        '""',
      ),
    );
    const source = `"{ocd_${id}_${name}_asked}:{query.${name}}"`;
    lines.push(...renderMap(source, `{ocd_${id}_${name}}`, listEntries(plan, name, choice)));
    const part = `{ocd_${id}_${name}_part}`;
    // Caddy expands captures in the output of a pattern, and no placeholders.
    const joined = `"${[`{ocd_${id}_${name}}`, ...parts].join("|")}"`;
    lines.push(...renderMap(joined, part, listParts(plan, name, choice, parts.length > 0)));
    parts.unshift(part);
  }
  const refusals: string[] = [];
  if (names.length > 0) {
    const broken = names.map((name) => `{ocd_${id}_${name}_asked} == "${BROKEN}"`).join(" || ");
    lines.push(`    @ask_${id}_broken expression ${broken}`);
    refusals.push(`      error @ask_${id}_broken "${BROKEN_QUERY}" 400`);
  }
  if (plan.required !== undefined) {
    lines.push(`    @ask_${id}_empty expression {ocd_${id}_${plan.required}} == "" && {re.${id}.0} != ""`);
    refusals.push(`      error @ask_${id}_empty "${plan.required}" 400`);
  }
  if (refusals.length > 0) lines.push(`    route @ask_${id} {`, ...refusals, "    }");
  const captures = listPathNames(plan);
  const nameFile = (name: string) => (isKey(plan, name) ? key : `{re.${id}.${captures.indexOf(name) + 1}}`);
  return [...lines, `    rewrite @ask_${id} ${renderPath(plan, nameFile)}${parts.join("")}.json`];
}

/**
 * The part of the file name that follows from the value of a parameter and the parts of later ones:
 * `/limit/10`, or nothing.
 */
function listParts(plan: RoutePlan, name: string, { fallback, bare }: Choice, hasLater: boolean): [string, string][] {
  const folder = bare ? "" : `/${name}`;
  const spelt = fallback !== undefined && hasLater;
  const rest = hasLater ? "\\|.*" : "";
  const lines: [string, string][] = [];
  if (plan.superset?.name === name) lines.push([`~^\\*${rest}$`, '""']);
  if (spelt) lines.push(["~^\\|.*/", `"${folder}/${fallback}"`]);
  lines.push([`~^${rest}$`, '""'], [`~^([^|]+)${rest}$`, `"${folder}/\${1}"`]);
  return lines;
}

function listEntries(plan: RoutePlan, name: string, { values, pattern, fallback }: Choice): [string, string][] {
  const nothing: [string, string][] = [
    ["~^:", '""'],
    ["~^1:\\s*$", '""'],
  ];
  if (fallback !== undefined) nothing.push([`~^1:\\s*${escapePattern(fallback)}\\s*$`, '""']);
  if (values?.length === 0) return nothing;
  if (values !== undefined) return [...nothing, [`~^1:\\s*(${values.map(escapePattern).join("|")})\\s*$`, CAPTURED]];
  if (plan.route.parameters[name]?.type === "integer") return [...nothing, [`~^1:\\s*(${pattern})\\s*$`, CAPTURED]];
  const several: [string, string][] = plan.superset?.name === name ? [["~,", "*"]] : [];
  return [...nothing, ...several, [`~^1:\\s*(${PLAIN})\\s*$`, CAPTURED]];
}

function quote(text: string): string {
  return `\`${text.replaceAll("`", "")}\``;
}

function renderMap(
  source: string,
  target: string,
  entries: readonly (readonly [string, string])[],
  otherwise = `"${REFUSED}"`,
): string[] {
  const lines = entries.map(([from, to]) => `      ${from.startsWith("~") ? quote(from) : from} ${to}`);
  return [`    map ${source} ${target} {`, ...lines, `      default ${otherwise}`, "    }"];
}
