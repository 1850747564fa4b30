import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { buildHttpError } from "../../../../build/kit/platform/http/http-error.ts";
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
    expect(Buffer.from((await find(PATH, sha256, "remote"))!).toString()).toBe("rows");
    expect(asked).toEqual([]);
  });

  it("ignores another file of that name, and requests the site if needed", async () => {
    await writeFile(join(folder, PATH), "other rows");
    const { asked, find } = open([folder, SITE], async () => Buffer.from("rows"));
    expect(await find(PATH, sha256, "local")).toBeUndefined();
    expect(asked).toEqual([]);
    expect(await find(PATH, sha256, "remote")).toEqual(Buffer.from("rows"));
    expect(asked).toEqual([`${SITE}/${PATH}`]);
  });

  const refuse = (status: number) => async (url: string) => {
    throw buildHttpError({ url, status, tries: 1 });
  };

  it("says that a site cannot be read, unless another place has the file", async () => {
    for (const status of [503, 429, 403]) {
      const failing = open([join(folder, "nowhere"), SITE], refuse(status));
      await expect(failing.find(PATH, sha256, "remote")).rejects.toThrow(`${PATH} cannot be read from ${SITE}`);
      expect(await failing.find(PATH, sha256, "local")).toBeUndefined();
    }
    await writeFile(join(folder, PATH), "rows");
    expect(await open([SITE, folder], refuse(503)).find(PATH, sha256, "remote")).toEqual(Buffer.from("rows"));
  });

  it("finds nothing where the site has no such file or another one", async () => {
    expect(await open([join(folder, "nowhere"), SITE], refuse(404)).find(PATH, sha256, "remote")).toBeUndefined();
    const options = { places: [SITE], fetch: refuse(403), hidesMissing: true };
    expect(await createPublishedFiles(options)(PATH, sha256, "remote")).toBeUndefined();
    const other = open([SITE], async () => Buffer.from("other rows"));
    expect(await other.find(PATH, sha256, "remote")).toBeUndefined();
  });
});
