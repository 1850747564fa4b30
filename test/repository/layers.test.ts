import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";

/*
 * The layers of `build/`, bottom first. A layer may import itself, `lib` and what it names here: a
 * whole lower layer, or one file of any layer where that file is a contract. CONTRIBUTING.md shows
 * the same table: after a change run `npm test -- test/repository/layers -u` to see the new text.
 */

interface Layer {
  folder: string;
  about: string;
  /** Folders, or files without `.ts`. */
  imports: readonly string[];
  /** `true`: any module of Node. */
  node: boolean | readonly string[];
}

const ANY = ["*"];

const LAYERS: readonly Layer[] = [
  { folder: "lib", about: "numbers, statistics, time, JSON, text: no domain words", imports: [], node: ["crypto"] },
  {
    folder: "normalise",
    about: "records of one form; what is plausible; which coin a venue's code means",
    imports: [],
    node: false,
  },
  {
    folder: "sources",
    about: "one file per upstream: what to request, how to read it, its terms and limits",
    imports: ["normalise/record", "platform/pacing"],
    node: false,
  },
  {
    folder: "platform",
    about: "the outside world: HTTP, disk, state, progress, recording",
    imports: [],
    node: true,
  },
  {
    folder: "ingest",
    about: "reads feeds: requests, parses, judges rows, keeps last-known-good answers",
    imports: ["normalise", "sources/source", "platform/platform"],
    node: false,
  },
  {
    folder: "market",
    about: "accepted records → one `Market`: quotes, prices, coins, totals, the gate",
    imports: ["normalise"],
    node: false,
  },
  {
    folder: "history",
    about: "observations → series",
    imports: [
      "sources/source",
      "sources/defi/defillama-chart",
      "ingest/last-known-good",
      "market/market",
      "market/market-memory",
      "market/open-only",
      "market/rules/totals",
      "normalise/record",
      "platform/platform",
    ],
    node: false,
  },
  {
    folder: "backfill",
    about: "fills missing history from candles and charts, within a budget",
    imports: ["normalise", "sources", "market/market", "history", "platform/platform"],
    node: false,
  },
  {
    folder: "api",
    about: "the public interface: one file per endpoint with path, parameters, schema, compute",
    imports: ["normalise", "market/market", "market/gate/verdict", "ingest/source-report", "history"],
    node: false,
  },
  {
    folder: "run",
    about: "what a build leaves besides its data: its log, which sources answered, the gate's refusal",
    imports: ["platform/platform", "market/gate/verdict", "ingest/source-report", "api/run-report"],
    node: false,
  },
  {
    folder: "render",
    about: "endpoints × parameter values → files: responses, documents, archives, feeds, manifest",
    imports: ["api", "market/market", "market/open-only", "history", "platform/artifact"],
    node: ["zlib", "crypto"],
  },
  {
    folder: "verify",
    about: "checks a published site from the outside, file by file",
    imports: ["platform/artifact"],
    node: ["zlib"],
  },
  {
    folder: "hosts",
    about: "one file per host: control files derived from the routes, and limits",
    imports: [
      "platform/platform",
      "platform/artifact",
      "render/render-tree",
      "render/route",
      "api/world",
      "api/query",
      "api/place-file",
      "api/parameter",
      "api/error-body",
      "api/trees",
    ],
    node: false,
  },
  {
    folder: "serve",
    about: "the request handler (pure, web-standard), Node server, worker, `client.js`, service worker",
    imports: [
      "api/query",
      "api/search",
      "api/place-file",
      "api/parameter",
      "api/error-body",
      "api/derived",
      "render/route",
    ],
    node: true,
  },
  {
    folder: "site",
    about: "the data of each page; renders `templates/` with Eleventy and copies `public/`",
    imports: [
      "api",
      "market/market",
      "market/rules",
      "hosts/host",
      "hosts/plain-servers",
      "hosts/kit/headers",
      "platform/artifact",
    ],
    node: true,
  },
  {
    folder: "demo",
    about: "the embedded demo market and one simulator per source",
    imports: ["sources", "history", "platform/platform"],
    node: true,
  },
  {
    folder: "diagnostics",
    about: "`doctor`, `health`, `contract` and `try`: this checkout, a published site, the upstreams",
    imports: ["normalise/record", "sources", "ingest", "api/world", "hosts", "platform"],
    node: false,
  },
  {
    folder: "scaffold",
    about: "the files that `npm run new` writes; the declaration of a venue from its responses",
    imports: ["sources"],
    node: false,
  },
  {
    folder: "workflow",
    about: "the scheduled run: plan, restore, data branch, smoke test, issues; `steps/` starts commands",
    imports: [
      "sources/source",
      "platform",
      "history",
      "hosts",
      "api/trees",
      "site/page-data/limits-page",
      "ingest/source-report",
      "api/run-report",
      "render/archives/retention",
    ],
    node: true,
  },
  { folder: "workflow/steps", about: "one file per step of the scheduled run", imports: ANY, node: true },
  { folder: "cli", about: "one file per command", imports: ANY, node: true },
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

const findLayer = (file: string): Layer | undefined =>
  LAYERS.filter(({ folder }) => file.startsWith(`${folder}/`)).sort((a, b) => b.folder.length - a.folder.length)[0];

function isAllowed(layer: Layer, target: string): boolean {
  if (layer.imports === ANY || target.startsWith("../")) return true;
  return [layer.folder, "lib", ...layer.imports].some(
    (allowed) => target === `${allowed}.ts` || target.startsWith(`${allowed}/`),
  );
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
  const cell = ({ imports }: Layer): string =>
    imports === ANY ? "everything" : imports.map((name) => `\`${name}\``).join(", ") || "–";
  const nodeCell = ({ node }: Layer): string =>
    typeof node === "boolean" ? (node ? "yes" : "no") : node.map((name) => `\`${name}\``).join(", ");
  return [
    "| folder | what | may import, besides itself and `lib` | `node:` |",
    "|---|---|---|---|",
    ...LAYERS.map((layer) => `| \`${layer.folder}\` | ${layer.about} | ${cell(layer)} | ${nodeCell(layer)} |`),
  ].join("\n");
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

  it("name whole folders of lower layers only", () => {
    const upward = LAYERS.flatMap(({ folder, imports }, index) =>
      imports
        .filter((name) => LAYERS.findIndex((layer) => layer.folder === name) > index)
        .map((name) => `${folder} names ${name}`),
    );
    expect(upward).toEqual([]);
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
