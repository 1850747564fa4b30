import { groupThousands } from "../../../lib/text-layout.ts";
import type { BaseWorld, LeftOut } from "../../api/world.ts";
import type { Artifact } from "../../platform/artifact.ts";
import type { NextTree, Output, PublishedTree, SharedFile } from "../../platform/platform.ts";
import type { Api, OptionalTree } from "../api.ts";
import type { HostAdapter, Room, Target } from "../host-adapter.ts";
import { createTree, type TreeBuilder } from "./render-tree.ts";

export interface SiteWriterOptions<Host extends Target> {
  hosts: readonly Host[];
  /** What the host adds to the files of its tree. */
  adapt(host: Host): HostAdapter;
  /** What optional trees cover, in the plural. */
  noun: string;
  api: Pick<Api<never>, "kinds">;
  world: BaseWorld;
  program: string | undefined;
  warn: (message: string) => void;
  update: (detail: string) => void;
  /** About how many files there will be, for the progress. Absent: unknown. */
  expected?: number | undefined;
}

const STEP = 500;

/** Renders the optional files of a tree, of so many things. */
export type RenderOptional = (covered: number) => Iterable<Artifact> | AsyncIterable<Artifact>;

/** What one host has so far. */
export interface HostSize {
  host: Target;
  /** By name; `null` for what every site has. With copies under other names. */
  parts: { tree: string | null; files: number; bytes: number }[];
  leftOut: readonly LeftOut[];
}

/** One site, written as one tree for each of its hosts. Nothing is visible before `commit`. */
export interface SiteWriter {
  write(files: Iterable<Artifact> | AsyncIterable<Artifact>): Promise<void>;
  /** Writes optional files to each host that has room for them: of fewer things where needed. */
  writeOptional(tree: OptionalTree, render: RenderOptional, reserve: Room): Promise<LeftOut[]>;
  /** Files that are written so far, by host. */
  measure(): HostSize[];
  /** `shared`: files outside the manifest that each new tree takes over from its old one. */
  commit(shared?: readonly SharedFile[]): Promise<PublishedTree[]>;
  abandon(): Promise<void>;
  /** A file of the tree that is published for the first host. */
  readOld(path: string): Uint8Array | undefined;
}

/** One host's tree while it is written. */
interface HostTree {
  next: NextTree;
  builder: TreeBuilder;
  size: HostSize;
  /** Writes files in turn, and counts those of all hosts for the progress. */
  writeAll(files: readonly Artifact[]): Promise<void>;
}

/** Begins one tree for each host. If one cannot be begun, none is left behind. */
export async function beginSite<Host extends Target>(
  output: Output,
  options: SiteWriterOptions<Host>,
): Promise<SiteWriter> {
  const trees = await beginTrees(output, options);
  return {
    async write(files) {
      for await (const file of files) for (const tree of trees) await addFiles(tree, null, [file]);
    },
    async writeOptional(tree, render, reserve) {
      const leftOut = await writeWhereRoom(trees, tree, { render, reserve, noun: options.noun });
      for (const { reason } of leftOut) options.warn(`optional files "${tree.name}": ${reason}`);
      return leftOut;
    },
    measure: () => trees.map(({ size }) => size),
    async commit(shared) {
      // All trees are complete before the first one is published.
      for (const { builder, writeAll } of trees) await writeAll(builder.finish());
      const published: PublishedTree[] = [];
      for (const { next } of trees) published.push(await next.commit(shared));
      return published;
    },
    abandon: () => abandonTrees(trees),
    readOld: (path) => trees[0]?.next.readOld?.(path),
  };
}

async function beginTrees<Host extends Target>(output: Output, options: SiteWriterOptions<Host>): Promise<HostTree[]> {
  const { hosts, adapt, api, world, program } = options;
  const trees: HostTree[] = [];
  const writeTo = createCountedWriter(options);
  try {
    for (const host of hosts) {
      const builder = createTree(api, world, adapt(host), program);
      const size: HostSize = { host, parts: [], leftOut: [] };
      const next = output.begin(host.id);
      trees.push({ next, builder, size, writeAll: (files) => writeTo(next, files) });
    }
    return trees;
  } catch (error) {
    await abandonTrees(trees);
    throw error;
  }
}

async function abandonTrees(trees: readonly { next: NextTree }[]): Promise<void> {
  for (const { next } of trees) await next.abandon();
}

type WriteTo = (next: NextTree, files: readonly Artifact[]) => Promise<void>;

/** Writes files one after the other, and says now and then how many there are, and will be. */
function createCountedWriter({
  update,
  expected = 0,
}: Pick<SiteWriterOptions<Target>, "update" | "expected">): WriteTo {
  let count = 0;
  return async (next, files) => {
    for (const file of files) {
      await next.write(file);
      count += 1;
      if (count % STEP === 0) update(describeProgress(count, expected));
    }
  };
}

function describeProgress(count: number, expected: number): string {
  const [done, all] = [count, Math.ceil(expected / STEP) * STEP].map((files) => groupThousands(files));
  // An estimate that was too low says nothing more.
  return count < expected ? `${done} of about ${all} files` : `${done} files`;
}

/** Writes files with what the host makes of them. `name`: of their optional tree. */
async function addFiles(
  { builder, size, writeAll }: HostTree,
  name: string | null,
  files: readonly Artifact[],
): Promise<void> {
  const added = files.flatMap(builder.add);
  countFiles(size, name, added);
  await writeAll(added);
}

/** Writes to each host the largest coverage that it has room for. Returns what is left out. */
async function writeWhereRoom(
  trees: readonly HostTree[],
  { name, coverage }: OptionalTree,
  { render, reserve, noun }: { render: RenderOptional; reserve: Room; noun: string },
): Promise<LeftOut[]> {
  const [most] = coverage;
  // Nothing can be left out, so no file has to wait in memory until all of them are known.
  if (most !== undefined && trees.every(({ builder }) => builder.isUnlimited)) {
    for await (const file of render(most)) for (const tree of trees) await addFiles(tree, name, [file]);
    return [];
  }
  /** Why a host has no room for the last coverage that was tried. */
  const problems = new Map<HostTree, string>();
  const leftOut: LeftOut[] = [];
  const leaveOut = ({ size }: HostTree, covered: number, reason: string): void => {
    const one = { tree: name, covered, reason };
    leftOut.push(one);
    size.leftOut = [...size.leftOut, one];
  };
  let waiting = trees;
  for (const covered of coverage) {
    if (waiting.length === 0) break;
    const files: Artifact[] = [];
    for await (const file of render(covered)) files.push(file);
    for (const tree of waiting) {
      const before = problems.get(tree);
      const problem = tree.builder.findProblem(files, reserve);
      if (problem !== undefined) {
        problems.set(tree, problem);
        continue;
      }
      problems.delete(tree);
      if (before !== undefined) leaveOut(tree, covered, `It covers ${covered} ${noun}: ${before}`);
      await addFiles(tree, name, files);
    }
    waiting = [...problems.keys()];
  }
  for (const [tree, problem] of problems) leaveOut(tree, 0, `It is missing: ${problem}`);
  return leftOut;
}

function countFiles({ parts }: HostSize, tree: string | null, added: readonly Artifact[]): void {
  let part = parts.find((one) => one.tree === tree);
  if (part === undefined) {
    part = { tree, files: 0, bytes: 0 };
    parts.push(part);
  }
  part.files += added.length;
  for (const { body } of added) part.bytes += Buffer.byteLength(body);
}

/** The size and the folder of a published tree. */
export function describeTree({ files, bytes, folder }: PublishedTree): string {
  return `${groupThousands(files)} files, ${(bytes / 1e6).toFixed(1)} MB in ${folder}`;
}
