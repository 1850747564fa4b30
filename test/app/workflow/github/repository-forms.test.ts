import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { DEPLOY_FOLDER } from "../../../../build/kit/publish/deploy-command.ts";

const ROOT = new URL("../../../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), "utf8");
const text = z.string().min(3);
const FORMS = ".github/ISSUE_TEMPLATE/";
const forms = readdirSync(new URL(FORMS, ROOT)).filter((name) => name !== "config.yml");

/**
 * The form schema of docs.github.com ("Syntax for GitHub's form schema"), stricter where a form
 * would be useless.
 */
const validations = z.strictObject({ required: z.boolean() }).optional();
const id = z.string().regex(/^[a-z-]+$/);
const line = z.strictObject({ label: text, description: text.optional(), placeholder: z.string().optional() });
const options = z.array(text).min(2);
const checks = z.array(z.strictObject({ label: text, required: z.boolean() })).min(1);
const Element = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("input"), id, attributes: line, validations }),
  z.strictObject({ type: z.literal("textarea"), id, attributes: line, validations }),
  z.strictObject({ type: z.literal("dropdown"), id, attributes: line.extend({ options }), validations }),
  z.strictObject({ type: z.literal("checkboxes"), id, attributes: line.extend({ options: checks }) }),
]);
const Form = z.strictObject({
  name: text,
  description: text,
  labels: z.array(z.enum(["bug", "enhancement"])),
  body: z.array(Element).min(2),
});

describe("the issue forms", () => {
  it("are there for wrong data, a new source and a coin's alias", () => {
    expect(forms.sort()).toEqual(["coin-alias.yml", "new-source.yml", "wrong-data.yml"]);
  });

  it.each(forms)("%s is a form as GitHub reads them, each field named once", (name) => {
    const { body } = Form.parse(parse(read(FORMS + name)));
    const ids = body.map((element) => element.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(body.map(({ attributes }) => attributes.label)).size).toBe(ids.length);
  });

  it("name no repository: a copy's must lead to its own, and GitHub links to SECURITY.md by itself", () => {
    expect(parse(read(`${FORMS}config.yml`))).toEqual({ blank_issues_enabled: true });
    expect(existsSync(new URL(".github/SECURITY.md", ROOT))).toBe(true);
    expect(read(".github/pull_request_template.md")).not.toMatch(/https?:/);
  });
});

it("Dependabot looks after every place where versions stand", () => {
  const { version, updates } = parse(read(".github/dependabot.yml")) as {
    version: number;
    updates: {
      "package-ecosystem": string;
      directory?: string;
      directories?: string[];
      ignore?: { "dependency-name": string }[];
    }[];
  };
  expect(version).toBe(2);
  const places = updates.flatMap(({ "package-ecosystem": ecosystem, directory, directories = [] }) =>
    [...directories, directory ?? []].flat().map((folder) => `${ecosystem} ${folder}`),
  );
  const programs = readdirSync(new URL(DEPLOY_FOLDER, ROOT)).map((name) => `npm /${DEPLOY_FOLDER}/${name}`);
  expect(places.sort()).toEqual(["docker /.github/docker", "github-actions /", "npm /", ...programs].sort());
  const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<string, object>;
  const ignored = updates.flatMap(({ ignore = [] }) => ignore.map((entry) => entry["dependency-name"]));
  expect(Object.keys({ ...dependencies, ...devDependencies })).toEqual(expect.arrayContaining(ignored));
});
