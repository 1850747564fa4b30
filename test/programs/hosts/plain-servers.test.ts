import { chmod, cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { layout } from "../../../build/crypto/api/layout.ts";
import { COMMON_HEADERS, MEDIA_TYPES } from "../../../build/kit/api/response-headers.ts";
import { none } from "../../../build/kit/hosts/host.ts";
import { listCacheClasses } from "../../../build/kit/hosts/kit/headers.ts";
import { listPlainServers, type PlainServer } from "../../../build/kit/hosts/plain-servers.ts";
import { cleanUpLater } from "../../cleanup.ts";
import type { MemoryTree } from "../../fixtures/memory-tree.ts";
import { makeSite } from "../../fixtures/site.ts";
import { type Command, startChild } from "../../system/hosts/child-server.ts";
import { connectHttp, followRedirects, type RunningHost } from "../../system/hosts/host-server.ts";
import { writeHostTree } from "../../system/hosts/host-tree.ts";
import { provideProgram } from "../kit/provide-program.ts";

/** A program that serves a folder, as it is or with the documented settings. */
interface PlainProgram {
  missing: string | undefined;
  start(folder: string, server: PlainServer, isSet: boolean): Promise<RunningHost>;
}

interface Place {
  folder: string;
  port: number;
  scratch: string;
  server: PlainServer;
  isSet: boolean;
}

const APACHE_MODULES = ["mpm_event", "authz_core", "dir", "mime", "headers", "autoindex"];

const apache = await provideProgram({ name: "apache", debian: ["apache2-bin", "media-types"] });
const lighttpd = await provideProgram({ name: "lighttpd", debian: ["lighttpd", "media-types"] });
const caddy = await provideProgram({ name: "caddy", debian: ["caddy"] });
const npm = await provideProgram({
  name: "npm-servers",
  npm: { packages: ["serve@14.2.7", "http-server@14.1.1", "sirv-cli@3.0.1"] },
});

const SCRIPTS: Readonly<Record<string, readonly [script: string, listen: (port: number) => readonly string[]]>> = {
  serve: ["serve/build/main.js", (port) => ["--listen", `tcp://127.0.0.1:${port}`]],
  "http-server": ["http-server/bin/http-server", (port) => ["-a", "127.0.0.1", "-p", String(port)]],
  sirv: ["sirv-cli/bin.js", (port) => ["--host", "127.0.0.1", "--port", String(port)]],
};

const define = (missing: string | undefined, prepare: (place: Place) => Promise<Command>): PlainProgram => ({
  missing,
  async start(folder, server, isSet) {
    const { url, stop } = await startChild((port, scratch) => prepare({ folder, port, scratch, server, isSet }));
    return followRedirects(connectHttp(url, stop));
  },
});

/** By the id of the server. */
const PLAIN_PROGRAMS: Readonly<Record<string, PlainProgram>> = {
  apache: define(apache.missing, async ({ folder, port, scratch, server, isSet }) => {
    const base = apache.folder;
    // As root, its workers run as a user who may read only what all may read.
    const site = join(scratch, "site");
    await cp(folder, site, { recursive: true });
    await chmod(scratch, 0o755);
    await chmod(site, 0o755);
    if (isSet) await writeFile(join(scratch, ".htaccess"), server.settings!.text);
    const config = [
      `ServerRoot "${scratch}"`,
      "ServerName localhost",
      `PidFile ${scratch}/pid`,
      `ErrorLog ${scratch}/errors`,
      `Listen 127.0.0.1:${port}`,
      ...APACHE_MODULES.map((one) => `LoadModule ${one}_module ${base}/usr/lib/apache2/modules/mod_${one}.so`),
      ...(process.getuid?.() === 0 ? ["User #65534", "Group #65534"] : []),
      // As Debian sets it up.
      `TypesConfig ${base}/etc/mime.types`,
      "AddType application/x-gzip .gz .tgz",
      `DocumentRoot "${site}"`,
      `<Directory "${scratch}">`,
      "  Options Indexes FollowSymLinks",
      "  AllowOverride FileInfo Options",
      "  Require all granted",
      "</Directory>",
    ];
    const file = join(scratch, "apache.conf");
    await writeFile(file, config.join("\n"));
    const libraries = `${base}/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`;
    const args = ["-f", file, "-DFOREGROUND"];
    return { program: `${base}/usr/sbin/apache2`, args, env: { LD_LIBRARY_PATH: libraries } };
  }),
  lighttpd: define(lighttpd.missing, async ({ folder, port, scratch, server, isSet }) => {
    const base = lighttpd.folder;
    const config = [
      `server.document-root = "${folder}"`,
      'server.bind = "127.0.0.1"',
      `server.port = ${port}`,
      'index-file.names = ( "index.html" )',
      `include_shell "${base}/usr/share/lighttpd/create-mime.conf.pl"`,
      ...(isSet ? [server.settings!.text] : []),
    ];
    const file = join(scratch, "lighttpd.conf");
    await writeFile(file, `${config.join("\n")}\n`);
    return { program: `${base}/usr/sbin/lighttpd`, args: ["-D", "-m", `${base}/usr/lib/lighttpd`, "-f", file] };
  }),
  "caddy-files": define(caddy.missing, async ({ folder, port, scratch, server, isSet }) => {
    const program = join(caddy.folder, "usr/bin/caddy");
    if (!isSet) return { program, args: ["file-server", "--listen", `127.0.0.1:${port}`, "--root", folder] };
    const text = server
      .settings!.text.replace(":8080", `http://127.0.0.1:${port}`)
      .replace(/root \* .*/, `root * ${folder}`);
    const file = join(scratch, "Caddyfile");
    await writeFile(file, `{\n  admin off\n}\n${text}\n`);
    return { program, args: ["run", "--config", file, "--adapter", "caddyfile"] };
  }),
  ...Object.fromEntries(
    Object.entries(SCRIPTS).map(([id, [script, listen]]) => [
      id,
      define(npm.missing, async ({ folder, port, scratch, server, isSet }) => {
        const file = server.settings === undefined ? undefined : join(scratch, server.settings.file);
        if (file !== undefined) await writeFile(file, server.settings!.text);
        const [, , , ...options] = isSet ? server.command!.split(" ") : [];
        const own = options.map((option) => (file !== undefined && option.startsWith("/") ? file : option));
        return { program: npm.node, args: [join(npm.folder, "node_modules", script), folder, ...listen(port), ...own] };
      }),
    ]),
  ),
  python: define(undefined, async ({ folder, port }) => ({
    program: "python3",
    args: ["-m", "http.server", "--bind", "127.0.0.1", "--directory", folder, String(port)],
  })),
};

const LISTED = "api/coins/btc.json";
const ARCHIVE = "api/data/download/coins-latest.csv.gz";
const PAGE = "docs/servers/index.html";
const PAGE_TEXT = "<!doctype html><title>Servers</title>";

let tree: MemoryTree;
let folder: string;
beforeAll(async () => {
  tree = new Map((await makeSite()).tree).set(PAGE, Buffer.from(PAGE_TEXT));
  folder = await writeHostTree(none, tree);
});

const findType = (path: string) => MEDIA_TYPES.find(([ending]) => path.endsWith(ending))?.[1];
const findAge = (path: string) =>
  listCacheClasses(layout).find(({ pattern }) => new RegExp(`^${pattern}$`).test(`/${path}`))?.cacheControl;

/** One file of each type and age. */
function listSamples(): string[] {
  const samples = new Map([...tree.keys()].map((path) => [`${findType(path)} ${findAge(path)}`, path]));
  return [...samples.values()].filter((path) => findType(path) !== undefined);
}

async function expectFile(host: RunningHost, path: string): Promise<Headers> {
  const response = await host.fetch(`/${path}`);
  expect(response.status, path).toBe(200);
  expect(Buffer.from(await response.arrayBuffer()).equals(await readFile(join(folder, path))), path).toBe(true);
  return response.headers;
}

async function readFolder(host: RunningHost): Promise<"listing" | "error"> {
  const response = await host.fetch("/api/coins");
  const isListing = response.status === 200 && (await response.text()).includes("btc.json");
  expect(isListing || response.status >= 400).toBe(true);
  return isListing ? "listing" : "error";
}

const readMaxAge = (headers: Headers) => /max-age=(\d+)/.exec(headers.get("cache-control") ?? "")?.[1];

describe.each(listPlainServers(layout).map((server) => [server.name, server] as const))("%s", (_, server) => {
  const { listsFolders, unpacksArchives, maxAge, settings, command } = server;
  const { missing, start } = PLAIN_PROGRAMS[server.id]!;
  const open = async (isSet: boolean) => {
    const host = await start(folder, server, isSet);
    cleanUpLater(host.close);
    return host;
  };

  it.skipIf(missing !== undefined)("behaves without settings as the table says", async () => {
    const host = await open(false);
    const headers = await expectFile(host, LISTED);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(readMaxAge(headers)).toBe(maxAge?.toString());
    expect(await readFolder(host)).toBe(listsFolders ? "listing" : "error");
    const archive = await expectFile(host, ARCHIVE);
    expect(archive.get("content-encoding")).toBe(unpacksArchives ? "gzip" : null);
    expect(await (await host.fetch("/docs/servers/")).text()).toBe(PAGE_TEXT);
  });

  it.skipIf(missing !== undefined || (settings ?? command) === undefined)("allows CORS with its settings", async () => {
    const host = await open(true);
    const headers = await expectFile(host, LISTED);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(readMaxAge(headers)).toBe("60");
    expect(await readFolder(host)).toBe("error");
    expect(await (await host.fetch("/docs/servers/")).text()).toBe(PAGE_TEXT);
  });

  it.skipIf(missing !== undefined || settings === undefined)("sends the types and ages of other hosts", async () => {
    const host = await open(true);
    const samples = listSamples();
    expect(samples.length).toBeGreaterThan(6);
    for (const path of samples) {
      const headers = await expectFile(host, path);
      expect([path, headers.get("content-type")]).toEqual([path, findType(path)]);
      expect([path, headers.get("cache-control")]).toEqual([path, findAge(path)]);
      expect([path, headers.get("content-encoding")]).toEqual([path, null]);
      for (const [name, value] of Object.entries(COMMON_HEADERS))
        expect(headers.get(name), `${path} ${name}`).toBe(value);
    }
  });
});
