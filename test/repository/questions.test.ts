import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { QUESTION } from "../../build/app/scaffold/render-venue.ts";

const ROOT = new URL("../../", import.meta.url);

it("no file has a question of `npm run new` that is still open", () => {
  const open = ["build/crypto/sources", "build/crypto/api", "templates"].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(ts|js)$/.test(path))
      .flatMap((path) => findQuestions(`${folder}/${path}`)),
  );
  expect(open, "answer the question and delete the comment").toEqual([]);
});

function findQuestions(path: string): string[] {
  const lines = readFileSync(new URL(path, ROOT), "utf8").split("\n");
  return lines.flatMap((line, index) =>
    line.includes(`// ${QUESTION}`) ? [`${path}:${index + 1} ${line.trim()}`] : [],
  );
}
