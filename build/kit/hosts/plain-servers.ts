import { COMMON_HEADERS, MEDIA_TYPES } from "../api/response-headers.ts";
import { SERVED_FOLDER } from "./host.ts";
import { listCacheClasses, PAGE_POLICY } from "./kit/headers.ts";
import { type Layout, renderData } from "./kit/layout.ts";
import { escapePattern } from "./kit/query-rules.ts";

/**
 * A server of files, for a build without rules. The facts are those without settings, and never
 * include CORS.
 */
export interface PlainServer {
  id: string;
  name: string;
  /** The path of a folder below `/api` is an HTML page that lists the files in it. */
  listsFolders: boolean;
  /** Archives have `Content-Encoding`: programs unpack what they save. */
  unpacksArchives: boolean;
  /** Seconds that a response counts as fresh. `null`: it sends no Cache-Control. */
  maxAge: number | null;
  /** What to do, in sentences with code between backticks. */
  notes: readonly string[];
  /** Allows CORS, and serves `dist` without lists of folders. */
  command?: string;
  /** A file with the headers that other hosts send. */
  settings?: { file: string; text: string };
}

const EVERYWHERE = { ...COMMON_HEADERS, "Content-Security-Policy": PAGE_POLICY };
/** A link to the folder of the last release. */
const LIVE = `${SERVED_FOLDER}/live`;

/** Servers of one's own without rules for queries, with the settings that they need. */
export const listPlainServers = (layout: Layout): readonly PlainServer[] => [
  {
    id: "apache",
    name: "Apache",
    listsFolders: true,
    unpacksArchives: false,
    maxAge: null,
    notes: [
      "Run `a2enmod headers`.",
      "Put these lines into the `<Directory>` of the site, or into `.htaccess` of the folder above it with " +
        "`AllowOverride FileInfo Options`. Each build replaces the folder of the site itself.",
    ],
    settings: { file: ".htaccess", text: renderApache(layout) },
  },
  {
    id: "lighttpd",
    name: "lighttpd",
    listsFolders: false,
    unpacksArchives: false,
    maxAge: null,
    notes: ["Include these lines at the end of `lighttpd.conf`."],
    settings: { file: "site.conf", text: renderLighttpd(layout) },
  },
  {
    id: "caddy-files",
    name: "Caddy’s file server",
    listsFolders: false,
    unpacksArchives: false,
    maxAge: null,
    notes: ["The Caddyfile of a build with `--site-host caddy` also answers queries."],
    settings: { file: "Caddyfile", text: renderCaddyfile(layout) },
  },
  {
    id: "serve",
    name: "serve",
    listsFolders: true,
    unpacksArchives: false,
    maxAge: null,
    notes: ["It needs the absolute path of its settings."],
    command: `npx serve dist --config ${SERVED_FOLDER}/serve.json`,
    settings: { file: "serve.json", text: renderServe(layout) },
  },
  {
    id: "http-server",
    name: "http-server",
    listsFolders: true,
    unpacksArchives: false,
    maxAge: 3600,
    notes: ["With `-c60`, a response counts as fresh for one minute instead of an hour."],
    command: "npx http-server dist --cors -c60 -d false",
  },
  {
    id: "sirv",
    name: "sirv",
    listsFolders: false,
    unpacksArchives: true,
    maxAge: null,
    notes: ["Saved archives do not match their checksums, because programs unpack them. No setting changes that."],
    command: "npx sirv-cli dist --cors --maxage 60",
  },
  {
    id: "python",
    name: "Python’s http.server",
    listsFolders: true,
    unpacksArchives: false,
    maxAge: null,
    notes: ["Only to try a site on your machine: it cannot allow CORS."],
  },
];

/** Replaces changed files at the end of the copy, one after the other. */
export const COPY_RELEASE = `rsync --archive --checksum --delay-updates --delete-after dist/ HOST:${LIVE}/`;

/** Once, after copies: the folder becomes the first release. */
export const FIRST_RELEASE = `ssh HOST "mv ${LIVE} ${SERVED_FOLDER}/20000101T000000Z && ln -s ${SERVED_FOLDER}/20000101T000000Z ${LIVE}"`;

/** Replaces all files at once, and keeps three releases. Unchanged files take no room. */
export const SWITCH_RELEASE = `release=${SERVED_FOLDER}/$(date -u +%Y%m%dT%H%M%S)
rsync --archive --checksum --link-dest=${LIVE}/ dist/ HOST:$release/
ssh HOST "ln -sfn $release ${SERVED_FOLDER}/next && mv -T ${SERVED_FOLDER}/next ${LIVE}"
ssh HOST "ls -d ${SERVED_FOLDER}/2* | head -n -3 | xargs -r rm -r"`;

/** The last line that matches counts. */
function renderApache(layout: Layout): string {
  const set = (name: string, value: string, pattern: string) =>
    `Header set ${name} "${value}" "expr=%{REQUEST_URI} =~ m#${pattern}#"`;
  return [
    "Options -Indexes",
    ...Object.entries(EVERYWHERE).map(([name, value]) => `Header always set ${name} "${value}"`),
    ...listCacheClasses(layout)
      .map(({ pattern, cacheControl }) => set("Cache-Control", cacheControl, `^${pattern}$`))
      .reverse(),
    "RemoveEncoding .gz",
    ...MEDIA_TYPES.map(([ending, type]) => set("Content-Type", type, `${escapePattern(ending)}$`)).reverse(),
  ].join("\n");
}

function renderLighttpd(layout: Layout): string {
  const list = (headers: Readonly<Record<string, string>>, indent: string) =>
    Object.entries(headers).map(([name, value]) => `${indent}"${name}" => "${value}",`);
  return [
    'server.modules += ( "mod_setenv" )',
    "setenv.set-response-header = (",
    ...list(EVERYWHERE, "  "),
    ")",
    ...listCacheClasses(layout).flatMap(({ pattern, cacheControl }, at) => [
      `${at === 0 ? "" : "else "}$HTTP["url"] =~ "^${pattern}$" {`,
      `  setenv.set-response-header += ( "Cache-Control" => "${cacheControl}" )`,
      "}",
    ]),
    `$HTTP["url"] =~ "^${renderData(layout)}/" {`,
    "  mimetype.assign = (",
    ...list(Object.fromEntries(MEDIA_TYPES), "    "),
    "  )",
    "}",
  ].join("\n");
}

function renderCaddyfile(layout: Layout): string {
  const set = (name: string, pattern: string, header: string) => [
    `  @${name} path_regexp ${pattern}`,
    `  header @${name} ${header}`,
  ];
  return [
    ":8080 {",
    `  root * ${LIVE}`,
    ...Object.entries(EVERYWHERE).map(([name, value]) => `  header ${name} "${value}"`),
    "  route {",
    ...listCacheClasses(layout)
      .flatMap(({ pattern, cacheControl }, at) => set(`age${at}`, `^${pattern}$`, `Cache-Control "${cacheControl}"`))
      .reverse(),
    ...MEDIA_TYPES.flatMap(([ending, type], at) =>
      set(`type${at}`, `^${renderData(layout)}/.*${escapePattern(ending)}$`, `Content-Type "${type}"`),
    ).reverse(),
    "  }",
    "  file_server",
    "}",
  ].join("\n");
}

/** The last entry that matches counts. */
function renderServe(layout: Layout): string {
  const entry = (source: string, headers: Readonly<Record<string, string>>) => ({
    source,
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
  });
  const headers = [
    entry("**", EVERYWHERE),
    ...listCacheClasses(layout)
      .toReversed()
      .flatMap(({ globs, cacheControl }) =>
        globs.map((glob) => entry(glob.slice(1).replace(/\*$/, "**"), { "Cache-Control": cacheControl })),
      ),
    ...MEDIA_TYPES.toReversed().map(([ending, type]) => entry(`**/*${ending}`, { "Content-Type": type })),
  ];
  const lines = headers.map((one) => `    ${JSON.stringify(one)}`).join(",\n");
  return `{\n  "directoryListing": false,\n  "headers": [\n${lines}\n  ]\n}`;
}
