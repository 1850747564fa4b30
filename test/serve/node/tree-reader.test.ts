import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createByteCache, createTreeReader } from "../../../build/serve/node/tree-reader.ts";
import { makeTempFolder } from "../../cleanup.ts";

let root: string;
let folder: string;

beforeEach(async () => {
  root = makeTempFolder();
  folder = join(root, "site");
  await mkdir(join(folder, "api"), { recursive: true });
  await mkdir(join(root, "site-old"));
  await writeFile(join(folder, "api/a.json"), "one");
  await writeFile(join(root, "site-old/secret"), "secret");
  await writeFile(join(root, "secret"), "secret");
});

const text = async (read: ReturnType<typeof createTreeReader>, path: string) => {
  const file = await read(path);
  return file && new TextDecoder().decode(file.body);
};

it("reads a file with a tag of its content", async () => {
  const read = createTreeReader(folder);
  const file = (await read("api/a.json"))!;
  expect(await text(read, "api/a.json")).toBe("one");
  expect(file.etag).toMatch(/^[0-9a-f]{32}$/);
  await writeFile(join(folder, "api/b.json"), "one");
  expect((await read("api/b.json"))!.etag).toBe(file.etag);
});

it.each([
  "",
  "api",
  "api/",
  ".",
  "nope",
  "api/a.json/b",
  "api/a.json\0",
  "../secret",
  "api/../../secret",
  "../site-old/secret",
  `api/${"x".repeat(300)}`,
  "x/".repeat(5000),
])("finds no file at %.20j", async (path) => {
  expect(await createTreeReader(folder)(path)).toBeUndefined();
  expect(await createTreeReader(`${folder}/`)(path)).toBeUndefined();
});

it("reads a replaced file again, also one of the same size", async () => {
  const read = createTreeReader(folder);
  const before = await read("api/a.json");
  expect(await read("api/a.json")).toBe(before);
  await writeFile(join(folder, "api/next"), "two");
  await rename(join(folder, "api/next"), join(folder, "api/a.json"));
  expect(await text(read, "api/a.json")).toBe("two");
  await rm(join(folder, "api/a.json"));
  expect(await read("api/a.json")).toBeUndefined();
});

it("follows a replaced folder", async () => {
  const read = createTreeReader(folder);
  await read("api/a.json");
  await rename(folder, join(root, "site-before"));
  expect(await read("api/a.json")).toBeUndefined();
  await mkdir(join(folder, "api"), { recursive: true });
  await writeFile(join(folder, "api/a.json"), "new");
  expect(await text(read, "api/a.json")).toBe("new");
});

it("reads through a symbolic link to the folder", async () => {
  await symlink(folder, join(root, "current"));
  expect(await text(createTreeReader(join(root, "current")), "api/a.json")).toBe("one");
});

it("gives the same file to concurrent reads", async () => {
  const read = createTreeReader(folder);
  const all = await Promise.all(Array.from({ length: 20 }, () => read("api/a.json")));
  expect(new Set(all.map((file) => file!.etag)).size).toBe(1);
});

const KB = 1_000;

describe("a cache of bytes", () => {
  let cache: ReturnType<typeof createByteCache<number>>;
  beforeEach(() => {
    cache = createByteCache(100 * KB);
  });

  it("keeps the newest value of a key, and counts a replaced one once", () => {
    for (let at = 0; at < 50; at += 1) cache.set("a", at, 40 * KB);
    cache.set("b", 1, 40 * KB);
    expect(["a", "b", "c"].map(cache.get)).toEqual([49, 1, undefined]);
  });

  it("drops the entry that was used longest ago when the bytes are too many", () => {
    for (const at of [1, 2, 3]) cache.set(`${at}`, at, 30 * KB);
    cache.get("1");
    cache.set("4", 4, 30 * KB);
    expect(["1", "2", "3", "4"].map(cache.get)).toEqual([1, undefined, 3, 4]);
  });

  it("counts keys and entries too, so that small values with many keys do not fill the memory", () => {
    for (let at = 0; at < 200; at += 1) cache.set(`${at}`, at, 0);
    expect(cache.get("0")).toBeUndefined();
    const [x, y] = ["x".repeat(60 * KB), "y".repeat(60 * KB)];
    for (const key of [x, y]) cache.set(key, 1, 0);
    expect([x, y].map(cache.get)).toEqual([undefined, 1]);
  });

  it("does not keep a value that is larger than all of the memory, and keeps the others", () => {
    cache.set("small", 1, KB);
    cache.set("large", 2, 200 * KB);
    expect(["small", "large"].map(cache.get)).toEqual([1, undefined]);
  });
});
