import { expect, it } from "vitest";
import type { Finding } from "../../build/checkup/finding.ts";
import { renderFindings, renderMarkdown } from "../../build/checkup/render-findings.ts";

const findings: Finding[] = [
  { subject: "coins", level: "ok", detail: "12 min" },
  { subject: "exchange-rates", level: "problem", detail: "gone", advice: "Look." },
];

it("a person sees one line for each finding, and what to do below it", () => {
  expect(renderFindings(findings, (_, mark) => mark)).toBe(
    "✓ coins           12 min\n✗ exchange-rates  gone\n                  → Look.\n",
  );
});

it("a summary keeps the text of upstreams as text", () => {
  const hostile = "a|b <img src=x> [x](javascript:1)\n# title `c` @someone";
  const text = renderMarkdown("Health", [{ subject: "x", level: "warning", detail: hostile }]);
  const rows = text.split("\n").filter((line) => line.startsWith("| !"));
  expect(rows).toHaveLength(1);
  expect(rows[0]?.replace(/&#\d+;/g, "")).not.toMatch(/[<>[\]`@]/);
  expect(rows[0]?.match(/(?<!\\)\|/g)).toHaveLength(4);
});
