import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hosts } from "../../../build/kit/hosts/registry.ts";

const FOLDER = new URL("../../system/conformance/", import.meta.url);

it.each(hosts.map(({ id }) => id))("the rules of %s meet the cases of the interface", (id) => {
  const texts = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => readFileSync(new URL(name, FOLDER), "utf8"));
  const file = id === "none" ? "host" : id;
  expect(
    texts.some((text) => text.includes(`/build/kit/hosts/${file}.ts"`)),
    `add a server of ${id} to test/system/conformance/simulated.long.test.ts or real-servers.hosts.test.ts`,
  ).toBe(true);
});
