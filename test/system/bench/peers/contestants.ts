import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folders of a run: `input` as `writeInput` leaves it, `home` for what belongs to the
 * contestant alone.
 */
export interface Places {
  input: string;
  home: string;
}

/** A program that turns the input into files. */
export interface Contestant {
  id: string;
  /** As its makers write it. */
  name: string;
  /** How many times as long as ours it should take at least; absent for what is no peer. */
  goal?: number;
  /** Absent where nothing has to be installed: it runs on what the project has. */
  install?: "npm" | "debian";
  /** The program and its arguments; it runs in `home`. */
  command(places: Places): readonly string[];
  /**
   * Where the files end up, below `home`, and what else a run leaves that the next one would have
   * to clear away first.
   */
  output: string;
  leavings?: readonly string[];
  /** What has run, said by what is installed; one word for what is not installed by npm. */
  version(home: string): string;
}

/** The environment of every contestant: no telemetry, and the path of the responses. */
export function describeEnvironment({ input }: Places): NodeJS.ProcessEnv {
  const quiet = { ASTRO_TELEMETRY_DISABLED: "1", NEXT_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", CI: "1" };
  return { ...process.env, ...quiet, NODE_ENV: "production", PEERS_INPUT: input };
}

/** A file of this folder, or below the project's root. */
export const locate = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export function readVersion(home: string, name: string): string {
  return JSON.parse(readFileSync(join(home, "node_modules", name, "package.json"), "utf8")).version;
}

const ROOT = locate("../../../../");

/** The whole of it, from the market and its history to the files. */
export const OURS = defineOwn("ours", "this project", "render-ours.ts");

/** Not a rival of its own: what our writers take for what the peers have to do, which is less. */
export const OURS_GIVEN = defineOwn("given", "this project, given the answers", "render-given.ts");

/**
 * Not a peer: what reading, parsing, serialising and writing the finished answers costs by itself,
 * in one thread.
 */
export const PLAIN: Contestant = {
  id: "plain",
  name: "a loop that copies the answers",
  command: ({ input, home }) => [process.execPath, locate("write-plain.js"), input, join(home, "output")],
  output: "output",
  version: () => "",
};

export const PEERS: readonly Contestant[] = [
  {
    id: "eleventy",
    name: "Eleventy",
    goal: 2,
    command: () => [process.execPath, join(ROOT, "node_modules/@11ty/eleventy/cmd.cjs"), "--quiet"],
    output: "output",
    version: () => readVersion(ROOT, "@11ty/eleventy"),
  },
  {
    id: "astro",
    name: "Astro",
    goal: 4,
    install: "npm",
    command: ({ home }) => [process.execPath, join(home, "node_modules/astro/astro.js"), "build"],
    output: "output",
    version: (home) => readVersion(home, "astro"),
  },
  {
    id: "hugo",
    name: "Hugo",
    goal: 4,
    install: "debian",
    command: () => ["hugo", "--quiet"],
    output: "output",
    leavings: ["resources"],
    version: () => /v[\d.]+/.exec(execFileSync("hugo", ["version"], { encoding: "utf8" }))?.[0].slice(1) ?? "",
  },
  {
    id: "sveltekit",
    name: "SvelteKit",
    goal: 4,
    install: "npm",
    command: ({ home }) => [process.execPath, join(home, "node_modules/vite/bin/vite.js"), "build"],
    output: "output",
    leavings: [".svelte-kit/output"],
    version: (home) => readVersion(home, "@sveltejs/kit"),
  },
  {
    id: "next",
    name: "Next",
    goal: 8,
    install: "npm",
    command: ({ home }) => [process.execPath, join(home, "node_modules/next/dist/bin/next"), "build"],
    output: "out",
    leavings: [".next/server", ".next/static"],
    version: (home) => readVersion(home, "next"),
  },
];

function defineOwn(id: string, name: string, script: string): Contestant {
  return {
    id,
    name,
    command: ({ input, home }) => [
      process.execPath,
      "--import",
      import.meta.resolve("tsx"),
      locate(script),
      input,
      join(home, "output"),
    ],
    output: "output",
    version: () => "",
  };
}
