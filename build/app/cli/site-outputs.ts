import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "../../kit/hosts/host.ts";
import { getHost } from "../../kit/hosts/registry.ts";
import { createOutput } from "../../kit/platform/output/output.ts";
import type { Output } from "../../kit/platform/platform.ts";
import { MANIFEST_PATH } from "../../kit/render/manifest.ts";
import { OperationalError } from "../../lib/operational-error.ts";

/** The hosts to build for, and the folder of each. */
export interface Sites {
  hosts: readonly Host[];
  folderOf(host: string): string;
}

/**
 * One host uses the folder itself; several hosts get a subfolder each, because control files may
 * conflict. Throws an `OperationalError` for an unknown host, or if several hosts would share one
 * host's folder.
 */
export function chooseSites(names: readonly string[], out: string, paidHosts: readonly string[] = []): Sites {
  const hosts = [...new Set(names)].map((id) => getHost(id, paidHosts));
  if (hosts.length === 1) return { hosts, folderOf: () => out };
  if (existsSync(join(out, MANIFEST_PATH))) {
    throw new OperationalError(
      `${out} holds the site of one host, but several need a folder each in it: remove it, or choose another --out.`,
    );
  }
  return { hosts, folderOf: (host) => join(out, host) };
}

/** Opens the folder of each host at once: one that is not ours is found before anything is read. */
export function openOutputs({ hosts, folderOf }: Sites): Output {
  const outputs = new Map(hosts.map(({ id }) => [id, createOutput(folderOf(id))]));
  return { begin: (host) => outputs.get(host)!.begin(host) };
}
