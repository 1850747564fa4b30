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
