import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createPublishedFiles } from "../../../../build/kit/platform/output/published-files.ts";
import { makeTempFolder } from "../../../cleanup.ts";

const PATH = "api/data/download/hourly-2026-10.csv.gz";
const SITE = "https://site.example/sub";
const sha256 = createHash("sha256").update("rows").digest("hex");

let folder: string;
beforeEach(async () => {
  folder = makeTempFolder();
  await mkdir(join(folder, "api/data/download"), { recursive: true });
});

function open(places: string[], answer: (url: string) => Promise<Uint8Array>) {
  const asked: string[] = [];
  const fetch = (url: string) => {
    asked.push(url);
    return answer(url);
  };
  return { asked, find: createPublishedFiles({ places, fetch, sleep: async () => undefined }) };
}

describe("createPublishedFiles", () => {
  it("takes the file from the folder, without a request", async () => {
    await writeFile(join(folder, PATH), "rows");
    const { asked, find } = open([folder, SITE], async () => Buffer.from("rows"));
    expect(Buffer.from((await find(PATH, sha256, "anywhere"))!).toString()).toBe("rows");
    expect(asked).toEqual([]);
  });

  it("ignores another file of that name, and requests the site if needed", async () => {
    await writeFile(join(folder, PATH), "other rows");
    const { asked, find } = open([folder, SITE], async () => Buffer.from("rows"));
    expect(await find(PATH, sha256, "nearby")).toBeUndefined();
    expect(asked).toEqual([]);
    expect(await find(PATH, sha256, "anywhere")).toEqual(Buffer.from("rows"));
    expect(asked).toEqual([`${SITE}/${PATH}`]);
  });

  it("finds nothing where the site fails for good or has another file", async () => {
    const failing = open([join(folder, "nowhere"), SITE], async () => {
      throw new Error("no network");
    });
    expect(await failing.find(PATH, sha256, "anywhere")).toBeUndefined();
    expect(failing.asked.length).toBeGreaterThan(1);
    const other = open([SITE], async () => Buffer.from("other rows"));
    expect(await other.find(PATH, sha256, "anywhere")).toBeUndefined();
  });
});
