import { parseAst } from "vitest/node";

/** `npm run test:collect` writes these results to the data of the methodology page. */
export const MUTATION_RESULTS = new URL("../../../test-results/mutation/", import.meta.url);

/** One deliberate fault in a source file. */
export interface Mutant {
  /** Offsets of the replaced text. */
  start: number;
  end: number;
  replacement: string;
  /** From 1. */
  line: number;
  /** `if (a[< → <=]b) {`: the line with the text before and after. */
  change: string;
}

const SWAPPED: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
};

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/**
 * All faults of a TypeScript source: swapped operators, other numbers, conditions that never hold,
 * and no result.
 */
export function listMutants(source: string): Mutant[] {
  const found: Mutant[] = [];
  const replace = (start: number, end: number, replacement: string) => {
    const line = source.slice(0, start).split("\n").length;
    const before = source.slice(source.lastIndexOf("\n", start) + 1, start).trimStart();
    const [after = ""] = source.slice(end).split("\n");
    const change = `${before}[${shorten(source.slice(start, end))} → ${shorten(replacement)}]${after}`;
    found.push({ start, end, replacement, line, change });
  };
  const visit = (node: Node): void => {
    const { left, right, operator, test, argument, body, value } = node as Partial<Record<string, unknown>> as {
      [field: string]: Node;
    } & { operator?: string; value?: unknown };
    if ((node.type === "BinaryExpression" || node.type === "LogicalExpression") && left && right) {
      const swapped = SWAPPED[String(operator)];
      const between = source.slice(left.end, right.start);
      if (swapped) replace(left.end, right.start, between.replace(String(operator), swapped));
    } else if (node.type === "Literal" && typeof value === "number") {
      replace(node.start, node.end, value === 0 ? "1" : String(value * 2));
    } else if ((node.type === "IfStatement" || node.type === "ConditionalExpression") && test) {
      replace(test.start, test.end, "false");
    } else if (node.type === "ReturnStatement" && argument) {
      replace(argument.start, argument.end, NOTHING);
    } else if (node.type === "ArrowFunctionExpression" && body && body.type !== "BlockStatement") {
      replace(body.start, body.end, NOTHING);
    }
    for (const [field, child] of Object.entries(node))
      if (!isType(node, field)) for (const one of [child].flat()) if (isNode(one)) visit(one);
  };
  visit(parseAst(source, { lang: "ts" }) as unknown as Node);
  return found;
}

const NOTHING = "(undefined as never)";

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && !String(value.type).startsWith("Import");
}

/** Types have no code; an expression with a type, such as `a as B`, has. */
function isType(node: Node, field: string): boolean {
  return node.type.startsWith("TS") && field !== "expression";
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
