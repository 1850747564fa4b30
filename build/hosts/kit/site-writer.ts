import type { World } from "../../api/endpoint.ts";
import type { NextTree, Output, PublishedTree } from "../../platform/platform.ts";
import type { Artifact } from "../../render/artifact.ts";
import { createTree, type TreeBuilder } from "../../render/render-tree.ts";
import type { Route } from "../../render/route.ts";
import type { Host } from "../host.ts";
import { createHostAdapter } from "./adapt-tree.ts";

export interface SiteWriterOptions {
  hosts: readonly Host[];
  routes: readonly Route[];
  worker?: string | undefined;
  world: World;
  program: string | undefined;
  warn: (message: string) => void;
  update: (detail: string) => void;
}

const STEP = 500;

/** One site, written as one tree for each of its hosts. Nothing is visible before `commit`. */
export interface SiteWriter {
  write(files: Iterable<Artifact> | AsyncIterable<Artifact>): Promise<void>;
  commit(): Promise<PublishedTree[]>;
  abandon(): Promise<void>;
  /** A file of the tree that is published for the first host. */
  readOld(path: string): Uint8Array | undefined;
}

export async function beginSite(
  output: Output,
  { hosts, routes, worker, world, program, warn, update }: SiteWriterOptions,
): Promise<SiteWriter> {
  const trees: { next: NextTree; builder: TreeBuilder }[] = [];
  const abandon = async (): Promise<void> => {
    for (const { next } of trees) await next.abandon();
  };
  try {
    for (const host of hosts) {
      const adapter = createHostAdapter(host, routes, worker, warn);
      trees.push({ next: output.begin(host.id), builder: createTree(world, adapter, program) });
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
      for await (const file of files) for (const { next, builder } of trees) await writeTo(next, builder.add(file));
    },
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
