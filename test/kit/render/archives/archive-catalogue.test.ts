import { expect, it } from "vitest";
import type { ArchiveEntry } from "../../../../build/kit/api/archive-entry.ts";
import { type ArchiveCatalogue, mergeCatalogues } from "../../../../build/kit/render/archives/archive-memory.ts";
import { ARCHIVE } from "../../../fixtures/market.ts";

const catalogue = (...entries: Partial<ArchiveEntry>[]): ArchiveCatalogue => ({
  archives: entries.map((own) => ({
    entry: { ...ARCHIVE, complete: true, revision: 0, superseded: [], ...own },
    period: "p",
    closesAtMs: 0,
    fingerprint: "f",
    changedAtMs: 0,
  })),
});
const standings = ({ archives }: ArchiveCatalogue) =>
  archives.map(({ entry: { filename, revision, sha256, superseded } }) => ({ filename, revision, sha256, superseded }));

it("two catalogues are one with the higher revision of every file and every checksum that was published", () => {
  const a = catalogue(
    { filename: "x", revision: 2, sha256: "x2", superseded: [{ revision: 1, sha256: "x1" }] },
    { filename: "only-a", sha256: "a" },
  );
  const b = catalogue(
    { filename: "x", revision: 1, sha256: "x1b", superseded: [{ revision: 0, sha256: "x0" }] },
    { filename: "only-b", sha256: "b" },
  );
  for (const merged of [mergeCatalogues(a, b), mergeCatalogues(b, a)]) {
    expect(standings(merged)).toEqual([
      { filename: "only-a", revision: 0, sha256: "a", superseded: [] },
      { filename: "only-b", revision: 0, sha256: "b", superseded: [] },
      {
        filename: "x",
        revision: 2,
        sha256: "x2",
        superseded: [
          { revision: 0, sha256: "x0" },
          { revision: 1, sha256: "x1" },
          { revision: 1, sha256: "x1b" },
        ],
      },
    ]);
  }
});

it("keeps the newer file of equal revisions, and no checksum of an incomplete file", () => {
  const older = catalogue({ filename: "x", sha256: "old" });
  const newer = catalogue({ filename: "x", sha256: "new" });
  expect(standings(mergeCatalogues(older, newer))).toMatchObject([
    { sha256: "new", superseded: [{ revision: 0, sha256: "old" }] },
  ]);
  const open = catalogue({ filename: "x", sha256: "open", complete: false });
  expect(standings(mergeCatalogues(open, newer))).toMatchObject([{ sha256: "new", superseded: [] }]);
  expect(mergeCatalogues(newer, newer)).toEqual(newer);
});

it("a file whose name passed to another coin is no revision of the other coin's file", () => {
  const of = (coinId: string, sha256: string): ArchiveCatalogue => ({
    archives: catalogue({ filename: "history-x.csv.gz", sha256 }).archives.map((one) => ({ ...one, coinId })),
  });
  const merged = mergeCatalogues(of("first", "a"), of("second", "b"));
  expect(standings(merged)).toMatchObject([{ revision: 0, sha256: "b", superseded: [] }]);
  expect(standings(mergeCatalogues(of("first", "a"), of("first", "b")))).toMatchObject([
    { superseded: [{ sha256: "a" }] },
  ]);
});
