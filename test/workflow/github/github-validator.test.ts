import { describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { loadLanguageService } from "./github-language-service.ts";
import { KNOWN_ACTIONS } from "./known-actions.ts";
import { readWorkflows } from "./read-workflows.ts";

const { validate } = await loadLanguageService();
let documents = 0;

/** Diagnostics of GitHub's own editor for a workflow: schema, expressions, inputs of actions. */
async function findFaults(name: string, text: string): Promise<string[]> {
  // What it knows about an address it keeps.
  documents += 1;
  const document = TextDocument.create(`file:///${documents}/.github/workflows/${name}`, "yaml", 1, text);
  const found = await validate(document, {
    actionsMetadataProvider: {
      async fetchActionMetadata(action) {
        const inputs = KNOWN_ACTIONS[`${action.owner}/${action.name}`]?.inputs ?? [];
        const declared = inputs.map((input) => [input, { description: "", required: false }]);
        return { name: action.name, description: "", inputs: Object.fromEntries(declared) };
      },
    },
  });
  return found.map(({ range, message }) => `${name}:${range.start.line + 1}: ${message}`);
}

describe("GitHub's own validator", () => {
  it.each(readWorkflows().map(({ name, text }) => [name, text]))("has nothing against %s", async (name, text) => {
    expect(await findFaults(name, text)).toEqual([]);
  });

  it.each([
    ["an input that no action has", "persist-credentials: false", "persist-credential: false"],
    ["a key that no job has", "timeout-minutes", "timeout"],
    ["a context that there is not", "vars.SITE_URL", "variables.SITE_URL"],
    ["an expression that does not parse", "vars.SITE_URL", "vars.SITE_URL ||"],
    ["a schedule that is none", "23 6 * * *", "99 6 * * *"],
  ])("would have, were there %s", async (_name, from, to) => {
    const { text } = readWorkflows().find(({ name }) => name === "health.yml")!;
    expect(text).toContain(from);
    expect(await findFaults("health.yml", text.replace(from, to))).not.toEqual([]);
  });
});
