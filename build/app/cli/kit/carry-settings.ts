import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ZodType, z } from "zod";
import { OWN_SETTINGS } from "../../../config.ts";
import { describeError, OperationalError } from "../../../lib/operational-error.ts";
import { PROJECT } from "./installation.ts";
import type { RunGit } from "./local-git.ts";

/** Declares the settings with their defaults. Forks of earlier versions changed the defaults. */
const DECLARATIONS = "build/config.ts";

/** A version of `build/config.ts`: the text of each default, and the text without them. */
interface Declarations {
  values: ReadonlyMap<string, string>;
  rest: string;
}

const DEFINITION = /^ {2}(\w+): define\b(?:<[^(]*>)?\(/gm;

/** Spaces and line breaks do not count: a formatter changes them with the values. */
function splitDeclarations(text: string): Declarations {
  const values = new Map<string, string>();
  let rest = "";
  let end = 0;
  for (const { 0: head, 1: name = "", index } of text.matchAll(DEFINITION)) {
    const start = index + head.length;
    rest += text.slice(end, start);
    const argument = readArgument(text, start);
    end = argument.end;
    values.set(name, shorten(argument.value));
  }
  return { values, rest: shorten(rest + text.slice(end)) };
}

function shorten(text: string): string {
  return text.replaceAll(/\s+/g, "");
}

/** A string, a comment, or one character. */
const TOKEN = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\/|[\s\S]/g;

/** The first argument without its comments. It ends at a comma outside of brackets. */
function readArgument(text: string, start: number): { value: string; end: number } {
  let depth = 0;
  let value = "";
  for (const { 0: token, index } of text.slice(start).matchAll(TOKEN)) {
    if (token === "," && depth === 0) return { value, end: start + index };
    if ("([{".includes(token)) depth += 1;
    else if (")]}".includes(token)) depth -= 1;
    if (!/^\/[/*]/.test(token)) value += token;
  }
  return { value, end: text.length };
}

/** The names of settings that another version lacks, or whose defaults differ there. */
function listChanged(other: Declarations, own: Declarations): string[] {
  return [...own.values].flatMap(([name, value]) => (other.values.get(name) === value ? [] : name));
}

/**
 * The defaults that the copy changed in the declarations. `undefined`: it changed none, or more
 * than defaults, or the new version has no file for settings.
 */
export function readChangedDefaults(
  git: RunGit,
  place: string,
  { common, start, next }: { common: string; start: string; next: string },
): Record<string, unknown> | undefined {
  if (git("ls-tree", next, "--", OWN_SETTINGS) === "") return undefined;
  const before = readDeclarations(git, common);
  const own = readDeclarations(git, start);
  const names = listChanged(before, own);
  if (names.length === 0 || before.rest !== own.rest) return undefined;
  return explainSettings(() => {
    const ownValues = readDefaults(place);
    git("checkout", "--quiet", "--detach", common);
    const commonValues = readDefaults(place);
    git("checkout", "--quiet", "--detach", start);
    return Object.fromEntries(names.map((name) => [name, pickOwn(name, ownValues, commonValues)]));
  });
}

/** Takes the declarations of the new version, and what the copy changed as its own settings. */
export function moveSettings(git: RunGit, place: string, next: string, changed: Record<string, unknown>): string[] {
  git("checkout", "--quiet", next, "--", DECLARATIONS);
  const moved = explainSettings(() => addSettings(place, changed));
  git("add", OWN_SETTINGS);
  return moved;
}

function explainSettings<Result>(task: () => Result): Result {
  try {
    return task();
  } catch (cause) {
    const advice = ["Correct or remove these settings, commit that, and update again."];
    const message = `The new version does not take the settings of this copy. Nothing was changed. ${describeError(cause)}`;
    throw new OperationalError(message, { lines: advice, cause });
  }
}

/** Defaults that the new version changes: what a site keeps or costs can depend on them. */
export function compareDefaults(git: RunGit, common: string, next: string): string[] {
  const after = readDeclarations(git, next);
  const changed = listChanged(after, readDeclarations(git, common)).filter((name) => after.values.has(name));
  return changed.length === 0 ? [] : [`Defaults that the new version changes: ${changed.join(", ")}.`];
}

/** Settings that a copy still has in the declarations: git merged them there. */
export function listRemaining(git: RunGit, next: string): string[] {
  if (git("ls-tree", next, "--", OWN_SETTINGS) === "") return [];
  const theirs = readDeclarations(git, next);
  // A copy of a later version has settings that this version does not know.
  const names = listChanged(theirs, readDeclarations(git, "HEAD")).filter((name) => theirs.values.has(name));
  return names.length === 0
    ? []
    : [`Settings that stay in ${DECLARATIONS}: ${names.join(", ")}; move them to ${OWN_SETTINGS}.`];
}

/** Those of a commit; none where it has no such file. */
function readDeclarations(git: RunGit, commit: string): Declarations {
  const exists = git("ls-tree", commit, "--", DECLARATIONS) !== "";
  return splitDeclarations(exists ? git("show", `${commit}:${DECLARATIONS}`) : "");
}

const Values = z.record(z.string(), z.unknown());
type Values = Readonly<z.infer<typeof Values>>;

/** The defaults that a checkout declares. Throws an `OperationalError` where one is not allowed. */
function readDefaults(checkout: string): Values {
  return evaluate(checkout, Values, "loadConfig({}).config");
}

/** The value of a copy, as its own setting: of the thresholds only those that it changed. */
function pickOwn(name: string, own: Values, common: Values): unknown {
  if (name !== "gate") return own[name];
  const before = Values.parse(common[name]);
  return Object.fromEntries(Object.entries(Values.parse(own[name])).filter(([key, value]) => before[key] !== value));
}

/**
 * Adds settings to `build/settings.ts` of a checkout, by the names of its version. Those that the
 * file sets already win. Throws an `OperationalError` for a setting that the version does not know.
 * Returns the names.
 */
function addSettings(checkout: string, values: Values): string[] {
  const accept = `const added = acceptSettings(${JSON.stringify(values)}); loadConfig({}, { ...added, ...SETTINGS });`;
  const schema = z.object({ accepted: Values, known: Values });
  const { accepted, known } = evaluate(checkout, schema, "{ accepted: added, known: SETTINGS }", accept);
  const added = Object.entries(accepted).filter(([name]) => !Object.hasOwn(known, name));
  if (added.length === 0) return [];
  const file = join(checkout, OWN_SETTINGS);
  const lines = added.map(([name, value]) => `  ${name}: ${renderValue(value)},\n`).join("");
  const isOpen = /^(export const SETTINGS\b.*= \{)(\}?)/m;
  const text = readFileSync(file, "utf8");
  if (!isOpen.test(text))
    throw new OperationalError(`${OWN_SETTINGS} has no line that begins "export const SETTINGS".`);
  writeFileSync(
    file,
    text.replace(isOpen, (_, head: string, end: string) => `${head}\n${lines.trimEnd()}${end && "\n}"}`),
  );
  return added.map(([name]) => name);
}

/**
 * Throws an `OperationalError` if a checkout does not take its own settings. Does not check a
 * version that needs packages which are not installed yet.
 */
export function checkSettings(checkout: string): void {
  explainSettings(() => {
    try {
      evaluate(checkout, Values, "loadConfig({}, SETTINGS).config");
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("Cannot find package"))) throw error;
    }
  });
}

function renderValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(renderValue).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, one]) => `${name}: ${renderValue(one)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** Evaluates statements and an expression with the settings of a checkout, in its own process. */
function evaluate<Value>(checkout: string, schema: ZodType<Value>, expression: string, before = ""): Value {
  const modules = join(checkout, "node_modules");
  if (!existsSync(modules)) symlinkSync(join(PROJECT, "node_modules"), modules);
  const load = (file: string) => `await import(${JSON.stringify(pathToFileURL(join(checkout, file)).href)})`;
  const own = existsSync(join(checkout, OWN_SETTINGS)) ? load(OWN_SETTINGS) : "{}";
  const file = `${checkout}.json`;
  const program = `const { writeFileSync } = await import("node:fs");
  const answer = (value) => writeFileSync(${JSON.stringify(file)}, JSON.stringify(value));
  try {
    const { loadConfig, acceptSettings } = ${load(DECLARATIONS)};
    const { SETTINGS = {} } = ${own};
    ${before}
    answer({ value: ${expression} });
  } catch (error) {
    answer({ error: String(error?.message ?? error) });
  }`;
  const args = ["--import", import.meta.resolve("tsx"), "--input-type=module", "--eval", program];
  try {
    const { status } = spawnSync(process.execPath, args, { cwd: checkout, stdio: "ignore" });
    const answer = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { error: `Node ended with ${status}` };
    if (answer.error !== undefined) throw new OperationalError(answer.error);
    return schema.parse(answer.value);
  } finally {
    rmSync(file, { force: true });
  }
}
