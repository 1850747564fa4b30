import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { computeSha256 } from "../../../../build/lib/hash.ts";
import { MINUTE_MS } from "../../../../build/lib/time.ts";
import { makeTempFolder } from "../../../cleanup.ts";

/** The paths of a site that its manifest does not name. */
export const PATHS = { manifest: "api/manifest.json", attestation: "api/attestation.json", live: "api/live.json" };

/** Documents whose readers follow the names in them. */
export const ROOTS = ["index.html", "api/index.json", "state/manifest.json"];

/** The builds are half an hour apart, and all before the uploads of the tests. */
const FIRST_BUILD_MS = Date.UTC(2026, 10, 18);

export interface Build {
  /** From 0, in the order in which their uploads begin. */
  number: number;
  /** Texts by path, without the manifest and the attestation. */
  files: ReadonlyMap<string, string>;
  manifest: string;
  /** Absent in every third build. */
  attestation: string | undefined;
}

const document = (number: number, names: readonly string[], more = {}) =>
  JSON.stringify({ build: number, names, ...more });

/**
 * A build of a site with what real ones have: answers that change, some that do not, lists that
 * name others, things that come and go, and documents that are named by their content.
 */
export function makeBuild(number: number): Build {
  const files = new Map<string, string>();
  const things = Array.from({ length: 12 }, (_, at) => at).filter((at) => (number + at) % 7 !== 0);
  for (const at of things) {
    files.set(`api/things/${at}/history.json`, document(number - ((number + at) % 4), []));
    files.set(`api/things/${at}.json`, document(number, [`api/things/${at}/history.json`]));
  }
  files.set(
    "api/things.json",
    document(
      number,
      things.map((at) => `api/things/${at}.json`),
    ),
  );
  files.set("api/always.json", document(0, []));
  // One name for this build alone, and one that stays for ten builds without a change.
  const own = [`api/builds/${number}.json`, `api/tens/${Math.floor(number / 10)}.json`];
  for (const path of own) files.set(path, document(0, []));
  const stored = [number, number - 1, number - 2].filter((one) => one >= 0);
  for (const one of stored) files.set(nameContent(one), renderContent(one));
  files.set("state/manifest.json", document(number, stored.map(nameContent)));
  files.set("api/data/download/all.csv.gz", `rows of ${number}`);
  const index = ["api/things.json", "api/always.json", "api/data/download/all.csv.gz", ...own];
  files.set("api/index.json", document(number, index));
  files.set("index.html", document(number, ["api/index.json"]));
  // In no order that an upload could rely on: requests of one step may end in any order.
  const shuffle = ([path]: readonly [string, string]) => computeSha256(`${number} ${path}`);
  const listed = [...files]
    .sort((a, b) => (shuffle(a) < shuffle(b) ? -1 : 1))
    .map(([path, text]) => ({ path, bytes: text.length, sha256: computeSha256(text) }));
  const generated_at = new Date(FIRST_BUILD_MS + number * 30 * MINUTE_MS).toISOString();
  const manifest = JSON.stringify({ build: number, data: { generated_at, files: listed } });
  return {
    number,
    files,
    manifest,
    attestation: number % 3 === 2 ? undefined : JSON.stringify({ about: computeSha256(manifest) }),
  };
}

const renderContent = (number: number) => document(number, []);
const nameContent = (number: number) => `state/${computeSha256(renderContent(number)).slice(0, 12)}.json`;

/** Writes a build to a folder, in place of the one before. */
export function writeBuild({ files, manifest, attestation }: Build, folder = makeTempFolder()): string {
  rmSync(folder, { recursive: true, force: true });
  const all = new Map([...files, [PATHS.manifest, manifest]]);
  if (attestation !== undefined) all.set(PATHS.attestation, attestation);
  for (const [path, text] of all) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
