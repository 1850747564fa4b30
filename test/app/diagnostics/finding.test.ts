import { expect, it } from "vitest";
import { type Finding, renderFindings, renderMarkdown } from "../../../build/app/diagnostics/finding.ts";
import { createTerminal } from "../../../build/kit/platform/terminal/terminal.ts";
import { EVIL } from "../workflow/hostile-text.ts";
import { renderWithoutCode } from "../workflow/rendered-markdown.ts";
import { listPossibleCommands } from "../workflow/runner-grammar.ts";

const findings: Finding[] = [
  { subject: "coins", level: "ok", detail: "12 min" },
  { subject: "exchange-rates", level: "problem", detail: "gone", advice: "Look." },
];

function print(list: readonly Finding[], isTTY = false): string {
  let text = "";
  const write = (more: string): unknown => {
    text += more;
    return true;
  };
  createTerminal({ isTTY, hasColors: () => isTTY, write }).print(...renderFindings(list));
  return text;
}

it("prints one line per finding, with the advice below", () => {
  expect(print(findings)).toBe("✓ coins           12 min\n✗ exchange-rates  gone\n                  → Look.\n");
  expect(print(findings, true)).toContain("\u001B[31m✗\u001B[39m exchange-rates  gone\n");
});

it("prints text of an upstream on one line, without terminal commands", () => {
  const text = print([{ subject: "okx", level: "warning", detail: EVIL, advice: EVIL }]);
  expect(text.split("\n")).toHaveLength(3);
  expect(listPossibleCommands(text)).toEqual([]);
});

it("escapes text of an upstream in a Markdown summary", () => {
  const summary = (text: string) => renderMarkdown(`Health of ${text}`, [{ subject: text, level: "ok", detail: text }]);
  expect(summary("x").text).toContain("| ✓ | `x` | `x` |");
  expect(renderWithoutCode(summary(EVIL).text)).toBe(renderWithoutCode(summary("x").text));
});
