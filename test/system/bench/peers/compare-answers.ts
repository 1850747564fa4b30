import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

/**
 * Everything that is published lies below it; what a framework adds of its own (a 404 page, its
 * scripts) lies elsewhere.
 */
const PUBLISHED = "api";
const NAMED = 3;

/**
 * Every answer must be there, and equal as JSON: the order of members does not count, and every
 * value does. Nothing else may lie among them. Throws an error that names the first files that
 * differ.
 */
export function compareAnswers(expected: string, actual: string, paths: readonly string[]): void {
  const differing = paths.flatMap((path) => describeDifference(join(expected, path), join(actual, path), path));
  const known = new Set(paths);
  const extra = listFiles(actual).filter((path) => !known.has(path));
  const all = [...differing, ...extra.map((path) => `${path} is not asked for`)];
  if (all.length === 0) return;
  throw new Error(
    `${all.length} of ${paths.length} files are not as they should be: ${all.slice(0, NAMED).join("; ")}`,
  );
}

function describeDifference(expectedFile: string, actualFile: string, path: string): string[] {
  if (!existsSync(actualFile)) return [`${path} is missing`];
  const expected = readFileSync(expectedFile);
  const actual = readFileSync(actualFile);
  if (expected.equals(actual)) return [];
  return isDeepStrictEqual(parse(expected), parse(actual)) ? [] : [`${path} differs`];
}

/** What is no JSON is equal to nothing. */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return Symbol("no JSON");
  }
}

function listFiles(folder: string): string[] {
  const root = join(folder, PUBLISHED);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    );
}
