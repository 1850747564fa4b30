import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";

/*
 * The rooms of `build/`, lowest first, on four floors: `lib`, `kit` (which knows nothing of
 * crypto), `crypto` (the domain) and `app` (the program). A room may import itself, the floors
 * below its own, and the rooms of its floor that it names here; the files beside the floors may
 * import everything. CONTRIBUTING.md shows the same table: after a change run
 * `npm test -- test/repository/layers -u` to see the new text.
 */

interface Layer {
  folder: string;
  about: string;
  /** Whole rooms of the same floor, each above in this list. */
  imports: readonly string[];
  /** `true`: any module of Node. */
  node: boolean | readonly string[];
}

const FLOORS = ["lib", "kit", "crypto", "app"];

const LAYERS: readonly Layer[] = [
  { folder: "lib", about: "numbers, statistics, time, JSON, text: no domain words", imports: [], node: ["crypto"] },
  {
    folder: "kit/platform",
    about: "the outside world: HTTP, disk, state, progress",
    imports: [],
    node: true,
  },
  {
    folder: "kit/api",
    about: "the contract of an endpoint: parameters, rows, schemas, envelope, errors, answers made from others",
    imports: [],
    node: false,
  },
  {
    folder: "kit/render",
    about: "endpoints × parameter values → files: responses, documents, archives, feeds, manifest, optional trees",
    imports: ["kit/platform", "kit/api"],
    node: ["zlib", "crypto"],
  },
  {
    folder: "kit/hosts",
    about: "one file per host: control files derived from the routes, and limits",
    imports: ["kit/platform", "kit/api", "kit/render"],
    node: false,
  },
  {
    folder: "kit/serve",
    about: "the request handler (pure, web-standard), Node server, worker, `client.js`, service worker",
    imports: ["kit/api", "kit/render"],
    node: true,
  },
  {
    folder: "kit/verify",
    about: "checks a published site from the outside, file by file",
    imports: ["kit/platform"],
    node: ["zlib"],
  },
  {
    folder: "kit/publish",
    about: "git, GitHub, the data branch, commands of deployments",
    imports: ["kit/platform"],
    node: true,
  },
  {
    folder: "crypto/normalise",
    about: "records of one form; what is plausible; which coin a venue's code means",
    imports: [],
    node: false,
  },
  {
    folder: "crypto/sources",
    about: "one file per upstream: what to request, how to read it, its terms and limits",
    imports: ["crypto/normalise"],
    node: false,
  },
  {
    folder: "crypto/ingest",
    about: "reads feeds: requests, parses, judges rows, keeps last-known-good answers",
    imports: ["crypto/normalise", "crypto/sources"],
    node: false,
  },
  {
    folder: "crypto/market",
    about: "accepted records → one `Market`: quotes, prices, coins, totals, the gate",
    imports: ["crypto/normalise"],
    node: false,
  },
  {
    folder: "crypto/verify",
    about: "recomputes a published price from its evidence, by the numbers of the rules alone; without dependencies",
    imports: ["crypto/market"],
    node: false,
  },
  {
    folder: "crypto/history",
    about: "observations → series",
    imports: ["crypto/normalise", "crypto/sources", "crypto/ingest", "crypto/market"],
    node: false,
  },
  {
    folder: "crypto/backfill",
    about: "fills missing history from candles and charts, within a budget",
    imports: ["crypto/normalise", "crypto/sources", "crypto/market", "crypto/history"],
    node: false,
  },
  {
    folder: "crypto/candles",
    about: "highs and lows of hours and days: our own samples, and candles of venues within a budget",
    imports: ["crypto/normalise", "crypto/sources", "crypto/market", "crypto/history", "crypto/backfill"],
    node: false,
  },
  {
    folder: "crypto/corrections",
    about: "closed values that a build changed: compares the last commit of the state with the next one",
    imports: ["crypto/market", "crypto/history", "crypto/candles"],
    node: false,
  },
  {
    folder: "crypto/api",
    about: "the public interface: one file per endpoint with path, parameters, schema, compute",
    imports: [
      "crypto/normalise",
      "crypto/ingest",
      "crypto/market",
      "crypto/history",
      "crypto/candles",
      "crypto/corrections",
    ],
    node: false,
  },
  {
    folder: "crypto/render",
    about: "the declaration of the interface, and its own files: price files, tables, feeds, rows of archives",
    imports: ["crypto/market", "crypto/history", "crypto/api", "crypto/corrections"],
    node: ["crypto"],
  },
  {
    folder: "crypto/serve",
    about: "the programs of this interface: handler, server, worker, `client.js`, service worker",
    imports: ["crypto/verify", "crypto/api"],
    node: false,
  },
  {
    folder: "crypto/demo",
    about: "the embedded demo market and one simulator per source",
    imports: ["crypto/normalise", "crypto/sources", "crypto/history", "crypto/candles"],
    node: true,
  },
  {
    folder: "app/recording",
    about: "records the responses of a build, and repeats it offline",
    imports: [],
    node: true,
  },
  {
    folder: "app/mcp",
    about: "answers of a published site to programs, by the Model Context Protocol",
    imports: [],
    node: false,
  },
  {
    folder: "app/site",
    about: "the data of each page; renders `templates/` with Eleventy and copies `public/`",
    imports: ["app/mcp"],
    node: true,
  },
  {
    folder: "app/run",
    about:
      "what a build is given, and what it leaves besides its data: its log, the gate's refusal, kinds of documents",
    imports: ["app/site"],
    node: false,
  },
  {
    folder: "app/diagnostics",
    about: "`doctor`, `health`, `contract` and `try`: this checkout, a published site, the upstreams",
    imports: [],
    node: false,
  },
  {
    folder: "app/scaffold",
    about: "the files that `npm run new` writes; the declaration of a venue from its responses",
    imports: [],
    node: false,
  },
  {
    folder: "app/workflow",
    about: "the scheduled run: its plan, places of the state, limits, findings and issues",
    imports: ["app/run", "app/site", "app/diagnostics"],
    node: true,
  },
  {
    folder: "app/stages",
    about: "the stages of a build, which `pipeline.ts` and `live-pipeline.ts` run in order",
    imports: ["app/run", "app/site", "app/workflow"],
    node: false,
  },
  {
    folder: "app/cli",
    about: "one file per command; `steps/` has one per step of the scheduled run",
    imports: ["app/run", "app/recording", "app/site", "app/mcp", "app/diagnostics", "app/scaffold", "app/workflow"],
    node: true,
  },
];

const ROOT = new URL("../../build/", import.meta.url).pathname;
const FILES = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));

/** The imports of a file, types included: a path in `build/`, `node:…`, or a package. */
function listImports(file: string): string[] {
  // A program that is published as text has its own imports.
  const text = readFileSync(join(ROOT, file), "utf8").replace(/return `[^`]*`;/g, "");
  return [...text.matchAll(/^(?:import|export) (?:[^"';]*? from )?"([^"]+)"|import\("([^"]+)"\)/gm)].map(
    ([, named, called]) => {
      const target = named ?? called ?? "";
      return target.startsWith(".") ? posix.join(posix.dirname(file), target) : target;
    },
  );
}

const IMPORTS = new Map(FILES.map((file) => [file, listImports(file)]));

const findLayer = (file: string): Layer | undefined => LAYERS.find(({ folder }) => file.startsWith(`${folder}/`));

const floorOf = (path: string): number => FLOORS.indexOf(path.split("/")[0] ?? "");

function isAllowed(layer: Layer, target: string): boolean {
  // Beside `build/`: the client-side code of `public/`.
  if (target.startsWith("../")) return true;
  // The files beside the floors: the program starts with them and reads its settings there.
  if (floorOf(target) < 0) return floorOf(layer.folder) === FLOORS.indexOf("app");
  if (floorOf(target) !== floorOf(layer.folder)) return floorOf(target) < floorOf(layer.folder);
  return [layer.folder, ...layer.imports].some((allowed) => target.startsWith(`${allowed}/`));
}

function isNodeAllowed({ node }: Layer, target: string): boolean {
  return typeof node === "boolean" ? node : node.includes(target.slice("node:".length));
}

/** Groups of files that import each other in a circle. */
function findCycles(): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    order.set(file, order.size);
    let low = order.get(file) ?? 0;
    stack.push(file);
    for (const target of IMPORTS.get(file) ?? []) {
      if (!IMPORTS.has(target)) continue;
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    lowest.set(file, low);
    if (low === order.get(file)) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) cycles.push(group.sort());
    }
    return low;
  };
  for (const file of FILES) if (!order.has(file)) visit(file);
  return cycles;
}

function renderTable(): string {
  const cell = ({ imports }: Layer): string => imports.map((name) => `\`${name}\``).join(", ") || "–";
  const nodeCell = ({ node }: Layer): string =>
    typeof node === "boolean" ? (node ? "yes" : "no") : node.map((name) => `\`${name}\``).join(", ");
  return [
    "| folder | what | may import, besides itself and the floors below | `node:` |",
    "|---|---|---|---|",
    ...LAYERS.map((layer) => `| \`${layer.folder}\` | ${layer.about} | ${cell(layer)} | ${nodeCell(layer)} |`),
  ].join("\n");
}

/**
 * Words of the domain, as the kit must not contain them. Parts of technical words are none, nor are
 * the name of the project and the folder that its files for servers name.
 */
const DOMAIN = /\b(coins?|symbols?|tickers?|venues?|coingecko|compat|crypto(?!"))\b/gi;
const TECHNICAL = /\bSymbol\(|<symbol\b|node:crypto|open-crypto-data|Open Crypto Data|\/srv\/crypto\b/g;

/** Pairs of folders in a room whose files import each other. */
function findMutual(room: string): string[] {
  const folderOf = (file: string): string => posix.dirname(file);
  const pairs = new Set(
    [...IMPORTS]
      .filter(([file]) => file.startsWith(`${room}/`))
      .flatMap(([file, targets]) =>
        targets
          .filter((target) => target.startsWith(`${room}/`) && folderOf(target) !== folderOf(file))
          .map((target) => `${folderOf(file)} ${folderOf(target)}`),
      ),
  );
  return [...pairs].filter((pair) => pairs.has(pair.split(" ").reverse().join(" ")));
}

describe("the layers of build/", () => {
  it("import only what their entry in the table allows, types included", () => {
    const wrong = [...IMPORTS].flatMap(([file, targets]) => {
      const layer = findLayer(file);
      if (layer === undefined) return [];
      return targets
        .filter((target) =>
          target.startsWith("node:")
            ? !isNodeAllowed(layer, target)
            : target.endsWith(".ts") && !isAllowed(layer, target),
        )
        .map((target) => `${file} imports ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  it("name whole rooms of their floor only", () => {
    const wrong = LAYERS.flatMap(({ folder, imports }) =>
      imports
        .filter((name) => floorOf(name) !== floorOf(folder) || !LAYERS.some((layer) => layer.folder === name))
        .map((name) => `${folder} names ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it("name no word of the domain in the kit", () => {
    const found = FILES.filter((file) => file.startsWith("kit/")).flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").replace(TECHNICAL, "").matchAll(DOMAIN)].map(
        ([word]) => `${file}: ${word}`,
      ),
    );
    expect(found).toEqual([]);
  });

  it("have no two folders of the market that import each other", () => {
    expect(findMutual("crypto/market")).toEqual([]);
  });

  it("cover every folder", () => {
    expect(FILES.filter((file) => file.includes("/") && findLayer(file) === undefined)).toEqual([]);
  });

  it("have no cycle of imports, types included", () => {
    expect(findCycles()).toEqual([]);
  });

  it("are the table in CONTRIBUTING.md", () => {
    const guide = readFileSync(new URL("../../.github/CONTRIBUTING.md", import.meta.url), "utf8");
    expect(guide).toContain(renderTable());
  });
});
