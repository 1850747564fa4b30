import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { createTreeReader } from "../../../../build/kit/serve/node/tree-reader.ts";
import { makeTempFolder } from "../../../cleanup.ts";

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
