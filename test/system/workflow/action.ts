import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { renderBundle } from "../../fixtures/attestation.ts";

/** What the workflow's actions do, on local folders. */
export interface ActionContext {
  workspace: string;
  /** Holds a folder per artifact of the run. */
  artifacts: string;
  /** Holds a folder per key, of all runs of the repository. */
  caches: string;
  /** Puts a tree in place of the published one. */
  publish(tree: string): void;
  /** Whether the repository may sign attestations. */
  attests: boolean;
}

type Input = Readonly<Record<string, string>>;

const ACTIONS: Readonly<Record<string, (input: Input, context: ActionContext) => unknown>> = {
  "actions/checkout": () => undefined,
  "actions/setup-node": () => undefined,
  "actions/attest-build-provenance": attest,
  "actions/upload-artifact": upload,
  "actions/upload-pages-artifact": upload,
  "actions/download-artifact": download,
  "actions/cache/save": saveCache,
  "actions/cache/restore": restoreCache,
  "actions/deploy-pages": (input, { artifacts, publish }) => publish(join(artifacts, input["artifact_name"] ?? "")),
};

/** Returns the outputs of the action. Throws on an action that is not simulated. */
export function runAction(uses: string, input: Input, context: ActionContext): Record<string, string> {
  const action = ACTIONS[uses.split("@")[0] ?? ""];
  if (action === undefined) throw new RangeError(`Nothing acts out ${uses}`);
  return (action(input, context) ?? {}) as Record<string, string>;
}

/** One statement about all files, outside of the workspace. Its file has the name of GitHub's. */
function attest(input: Input, { workspace, artifacts, attests }: ActionContext): Record<string, string> {
  if (!attests) throw new Error("Failed to persist attestation: Feature not available for this repository");
  const paths = (input["subject-path"] ?? "").split("\n").filter((path) => path !== "");
  const hashes = paths.map((path) => computeSha256(readFileSync(join(workspace, path))));
  const file = join(mkdtempSync(join(dirname(artifacts), "attestation-")), "attestation.json");
  writeFileSync(file, renderBundle(hashes));
  return { "bundle-path": file };
}

function upload(input: Input, { workspace, artifacts }: ActionContext): void {
  const target = join(artifacts, input["name"] ?? "artifact");
  const paths = (input["path"] ?? "").split("\n").filter((path) => path !== "");
  mkdirSync(target, { recursive: true });
  const common = findCommonFolder(paths);
  for (const path of paths) {
    const from = resolve(workspace, path);
    const stat = statSync(from, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      cpSync(from, target, { recursive: true });
      continue;
    }
    const files = path.includes("*") ? listMatches(from) : stat === undefined ? [] : [from];
    if (files.length === 0 && input["if-no-files-found"] !== "ignore" && paths.length === 1)
      throw new Error(`There is nothing at ${path} to keep as ${input["name"]}`);
    const folder = paths.length > 1 ? join(target, relative(common, dirname(path))) : target;
    for (const file of files) cpSync(file, join(folder, basename(file)));
  }
}

/** Several paths keep their folders below the one that all of them have in common. */
function findCommonFolder(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => dirname(path).split("/"));
  const end = first.findIndex((part, at) => others.some((parts) => parts[at] !== part));
  return first.slice(0, end === -1 ? first.length : end).join("/");
}

/** `folder/*.json`. */
function listMatches(pattern: string): string[] {
  const folder = dirname(pattern);
  const [head = "", tail = ""] = basename(pattern).split("*");
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.startsWith(head) && name.endsWith(tail));
  return names.map((name) => join(folder, name));
}

function download(input: Input, { workspace, artifacts }: ActionContext): void {
  const target = join(workspace, input["path"] ?? ".");
  mkdirSync(target, { recursive: true });
  const { name, pattern } = input;
  if (name !== undefined) {
    if (!existsSync(join(artifacts, name))) throw new Error(`There is no artifact ${name}`);
    cpSync(join(artifacts, name), target, { recursive: true });
  }
  const isMerged = input["merge-multiple"] === "true";
  for (const found of pattern === undefined ? [] : listMatches(join(artifacts, pattern)))
    cpSync(found, isMerged ? target : join(target, basename(found)), { recursive: true });
}

/** A key is never written twice. */
function saveCache({ key = "", path = "" }: Input, { workspace, caches }: ActionContext): void {
  const target = join(caches, key);
  if (!existsSync(target)) cpSync(join(workspace, path), target, { recursive: true });
}

/** The cache of the key, else the newest whose key begins with `restore-keys`. */
function restoreCache(input: Input, { workspace, caches }: ActionContext): Record<string, string> {
  const { key = "", path = "" } = input;
  const prefix = input["restore-keys"] ?? key;
  const saved = existsSync(caches) ? readdirSync(caches).map((name) => join(caches, name)) : [];
  const candidates = saved.filter((folder) => basename(folder).startsWith(prefix));
  const newest = candidates.sort((a, b) => statSync(b).birthtimeMs - statSync(a).birthtimeMs)[0];
  const found = existsSync(join(caches, key)) ? join(caches, key) : newest;
  if (found === undefined) return {};
  cpSync(found, join(workspace, path), { recursive: true });
  return { "cache-matched-key": basename(found) };
}
