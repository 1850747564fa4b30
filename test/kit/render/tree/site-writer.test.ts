import { expect, it } from "vitest";
import { layout } from "../../../../build/crypto/api/layout.ts";
import { buildApi } from "../../../../build/crypto/render/market-api.ts";
import { type Host, none } from "../../../../build/kit/hosts/host.ts";
import { createHostAdapter } from "../../../../build/kit/hosts/kit/adapt-tree.ts";
import { MANIFEST_PATH } from "../../../../build/kit/render/manifest.ts";
import { beginSite } from "../../../../build/kit/render/tree/site-writer.ts";
import { buildWorld } from "../../../fixtures/small-world.ts";
import { createMemoryOutput, type MemoryOutput } from "../../platform/output/memory-output.ts";

const OLD = new Map([["old.json", "{}"]]);
const ONE: Host = { ...none, id: "one" };
/** Renames a file, and adds a control file. */
const OTHER: Host = {
  ...none,
  id: "other",
  rename: (path) => path.replace("a.json", "b.json"),
  *controlFiles() {
    yield { path: "_rules", body: "" };
  },
};
const SMALL: Host = { ...none, id: "small", limits: { files: { max: 1, reason: "so it is" } } };

async function begin(hosts: readonly Host[], progress: { update?(detail: string): void; expected?: number } = {}) {
  const outputs = new Map(hosts.map(({ id }) => [id, createMemoryOutput(OLD)]));
  const silent = () => undefined;
  const site = await beginSite(
    { begin: (host) => outputs.get(host)!.begin(host) },
    {
      hosts,
      adapt: (host) => createHostAdapter(host, { layout, routes: [], worker: undefined }),
      noun: "coins",
      api: buildApi([]),
      world: buildWorld(),
      program: undefined,
      warn: silent,
      update: silent,
      ...progress,
    },
  );
  return { site, outputs };
}

const paths = (output: MemoryOutput | undefined) => [...output!.files.keys()].sort();

it("writes each file once for every host, as that host needs it, and publishes all trees on commit", async () => {
  const { site, outputs } = await begin([ONE, OTHER]);
  await site.write([{ path: "a.json", body: "1" }]);
  expect([...outputs.values()].map(paths)).toEqual([["old.json"], ["old.json"]]);
  await site.commit();
  expect(paths(outputs.get("one"))).toEqual(["a.json", MANIFEST_PATH]);
  expect(paths(outputs.get("other"))).toEqual(["_rules", MANIFEST_PATH, "b.json"].sort());
});

it("says how many files of about how many are written, and no total that was passed", async () => {
  const shown: string[] = [];
  const { site } = await begin([ONE], { update: (detail) => shown.push(detail), expected: 1_100 });
  await site.write(Array.from({ length: 1_500 }, (_, at) => ({ path: `${at}.json`, body: "" })));
  expect(shown).toEqual(["500 of about 1,500 files", "1,000 of about 1,500 files", "1,500 files"]);
});

it("writes each optional file before the next is rendered, where nothing has to be left out", async () => {
  const countWritten = async (hosts: readonly Host[]) => {
    const { site } = await begin(hosts);
    const written: number[] = [];
    await site.writeOptional(
      { name: "more", title: "More", coverage: [3] },
      async function* (covered) {
        for (let at = 0; at < covered; at += 1) {
          written.push(site.measure()[0]!.parts.reduce((sum, { files }) => sum + files, 0));
          yield { path: `${at}.json`, body: "" };
        }
      },
      { files: 0, bytes: 0 },
    );
    expect(site.measure()[0]!.parts).toEqual([{ tree: "more", files: 3, bytes: 0 }]);
    return written;
  };
  expect(await countWritten([ONE])).toEqual([0, 1, 2]);
  // Whether this host has room is known once all of them are.
  expect(await countWritten([{ ...ONE, limits: { files: { max: 10, reason: "so it is" } } }])).toEqual([0, 0, 0]);
});

it("publishes no tree when one host cannot hold its own", async () => {
  const { site, outputs } = await begin([ONE, SMALL]);
  await site.write([
    { path: "a.json", body: "1" },
    { path: "b.json", body: "2" },
  ]);
  await expect(site.commit()).rejects.toThrow(/^4 files are more than the 1/);
  await site.abandon();
  expect([...outputs.values()].map(paths)).toEqual([["old.json"], ["old.json"]]);
});
