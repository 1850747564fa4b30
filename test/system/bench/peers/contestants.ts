import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type Contestant, locate, readVersion } from "./contestant.ts";

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
