import type { BaseWorld, LeftOut } from "../../api/world.ts";
import type { Artifact } from "../../platform/artifact.ts";
import type { NextTree, Output, PublishedTree } from "../../platform/platform.ts";
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
}

const STEP = 500;

/** Renders the optional files of a tree, of so many things. */
export type RenderOptional = (covered: number) => Iterable<Artifact> | AsyncIterable<Artifact>;

/** What one host has so far. */
export interface SiteSize {
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
  measure(): SiteSize[];
  commit(): Promise<PublishedTree[]>;
  abandon(): Promise<void>;
  /** A file of the tree that is published for the first host. */
  readOld(path: string): Uint8Array | undefined;
}

/** Begins one tree for each host. If one cannot be begun, none is left behind. */
export async function beginSite<Host extends Target>(
  output: Output,
  { hosts, adapt, noun, api, world, program, warn, update }: SiteWriterOptions<Host>,
): Promise<SiteWriter> {
  const trees: { host: Host; next: NextTree; builder: TreeBuilder; size: SiteSize }[] = [];
  const abandon = async (): Promise<void> => {
    for (const { next } of trees) await next.abandon();
  };
  try {
    for (const host of hosts) {
      const adapter = adapt(host);
      const size: SiteSize = { host, parts: [], leftOut: [] };
      trees.push({ host, next: output.begin(host.id), builder: createTree(api, world, adapter, program), size });
    }
  } catch (error) {
    await abandon();
    throw error;
  }
  let count = 0;
  const writeTo = async (next: NextTree, files: readonly Artifact[]): Promise<void> => {
    for (const file of files) {
      await next.write(file);
      count += 1;
      if (count % STEP === 0) update(`${count.toLocaleString("en-US")} files`);
    }
  };
  return {
    async write(files) {
      for await (const file of files) {
        for (const { next, builder, size } of trees) {
          const added = builder.add(file);
          countFiles(size, null, added);
          await writeTo(next, added);
        }
      }
    },
    async writeOptional({ name: tree, coverage }, render, reserve) {
      const problems = new Map<Host, string>();
      const leftOut: LeftOut[] = [];
      const leaveOut = (host: Host, one: LeftOut): void => {
        leftOut.push(one);
        for (const { size } of trees.filter((tree) => tree.host === host)) size.leftOut = [...size.leftOut, one];
      };
      for (const covered of coverage) {
        const waiting = covered === coverage[0] ? trees : trees.filter(({ host }) => problems.has(host));
        if (waiting.length === 0) break;
        const files: Artifact[] = [];
        for await (const file of render(covered)) files.push(file);
        for (const { host, next, builder, size } of waiting) {
          const problem = builder.findProblem(files, reserve);
          const before = problems.get(host);
          if (problem !== undefined) problems.set(host, problem);
          else {
            problems.delete(host);
            if (before !== undefined)
              leaveOut(host, {
                tree,
                covered: covered,
                reason: `It covers ${covered} ${noun}: ${before}`,
              });
            const added = files.flatMap(builder.add);
            countFiles(size, tree, added);
            await writeTo(next, added);
          }
        }
      }
      for (const [host, problem] of problems) leaveOut(host, { tree, covered: 0, reason: `It is missing: ${problem}` });
      for (const { reason } of leftOut) warn(`optional files "${tree}": ${reason}`);
      return leftOut;
    },
    measure: () => trees.map(({ size }) => size),
    async commit() {
      // All trees are complete before the first one is published.
      for (const { next, builder } of trees) await writeTo(next, builder.finish());
      const published: PublishedTree[] = [];
      for (const { next } of trees) published.push(await next.commit());
      return published;
    },
    abandon,
    readOld: (path) => trees[0]?.next.readOld?.(path),
  };
}

function countFiles({ parts }: SiteSize, tree: string | null, added: readonly Artifact[]): void {
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
  return `${files.toLocaleString("en-US")} files, ${(bytes / 1e6).toFixed(1)} MB in ${folder}`;
}
