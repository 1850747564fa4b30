import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTerminal, type TerminalStream } from "../../../../build/kit/platform/terminal/terminal.ts";
import { OperationalError, renderError } from "../../../../build/lib/operational-error.ts";
import { EVIL, hostileText } from "../../../app/workflow/hostile-text.ts";
import { isRegistered, listCommands, listPossibleCommands } from "../../../app/workflow/runner-grammar.ts";

function open(stream: Partial<TerminalStream> = {}, surroundings = {}) {
  const written: string[] = [];
  const terminal = createTerminal({ write: (text) => written.push(text), ...stream }, surroundings);
  return { terminal, text: () => written.join("") };
}

/** Whatever a terminal obeys, or draws out of order, or not at all. */
const OBEYED = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u;

describe("the parser of the runner's commands, which the tests below rest on", () => {
  it("finds both forms where the runner does", () => {
    const log =
      "x ##[Warning file=a;line=1]b%0Ac\n \t::error file=a%2Cb,line=1::c%3Ad%250A\r::notice::x::y\na ::error::no";
    expect(listCommands(log)).toEqual([
      { name: "Warning", properties: { file: "a", line: "1" }, data: "b\nc" },
      { name: "error", properties: { file: "a,b", line: "1" }, data: "c%3Ad%0A" },
      { name: "notice", properties: {}, data: "x::y" },
    ]);
    expect(listCommands("::nothing::x\n##[nothing]x\n##[error")).toEqual([]);
    expect(listPossibleCommands("##\u200B[error]x")).not.toEqual([]);
    expect(isRegistered("STOP-commands")).toBe(true);
  });
});

describe("text on its way to a terminal or a log", () => {
  it("is one line per printed line, and no command in it has an effect", () => {
    fc.assert(
      fc.property(hostileText, hostileText, fc.boolean(), (a, b, isTTY) => {
        const { terminal, text } = open({ isTTY });
        terminal.print(a, ["x ", b], [{ text: a, colour: "red" }, b]);
        expect(text().split("\n")).toHaveLength(4);
        expect(text()).not.toMatch(OBEYED);
      }),
      { numRuns: 1_000 },
    );
  });

  it("holds no command for a runner, in any line, in either form, also across the parts of a line", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (a, b) => {
        const { terminal, text } = open();
        terminal.print(a, [a, { text: b, colour: "red" }, a]);
        terminal.printText(`${a}\n${b}\n`);
        terminal.printJson({ [a]: [b, { a }] });
        terminal.redraw(0, [a, b]);
        expect(listPossibleCommands(text())).toEqual([]);
        expect(text()).not.toMatch(/::|##\[/);
      }),
      { numRuns: 1_000 },
    );
  });

  it("keeps the layout of the program itself and harmless text as they are", () => {
    const { terminal, text } = open();
    terminal.printText("a   b\n  ✓ Zürich 日本 #1 [x] 12:30\n\n");
    expect(text()).toBe("a   b\n  ✓ Zürich 日本 #1 [x] 12:30\n\n");
  });

  it("hides nothing between two sequences, because only control characters and colours go", () => {
    const { terminal, text } = open();
    terminal.print("a\u001B[31mb\u001B[0m \u001B]0;c d\u0007 e");
    expect(text()).toBe("ab ]0;c d e\n");
  });

  it("keeps an address in brackets whole on a terminal, which is no runner", () => {
    const { terminal, text } = open({ isTTY: true });
    terminal.print("http://[::1]:8080/");
    expect(text()).toBe("http://[::1]:8080/\n");
  });

  it("is the same value for a reader of JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), hostileText, (value, text) => {
        const { terminal, text: written } = open();
        terminal.printJson({ value, text, [text]: null });
        expect(written().split("\n")).toHaveLength(2);
        expect(written()).not.toMatch(OBEYED);
        expect(JSON.parse(written())).toEqual(JSON.parse(JSON.stringify({ value, text, [text]: null })));
      }),
    );
  });
});

describe("a warning", () => {
  it("is one annotation with the whole text on a runner, whatever the text says", () => {
    fc.assert(
      fc.property(hostileText, hostileText, (title, message) => {
        const { terminal, text } = open({}, { isRunner: () => true });
        terminal.warn(`t${title}`, message);
        const found = listCommands(text());
        expect(found.map(({ name, properties }) => [name, Object.keys(properties)])).toEqual([["warning", ["title"]]]);
        expect(found[0]?.data).not.toMatch(/[\r\n]|##\[/);
      }),
      { numRuns: 1_000 },
    );
    const { terminal, text } = open({}, { isRunner: () => true });
    terminal.warn("data branch", "50% of\na, b: c");
    expect(listCommands(text())).toEqual([
      { name: "warning", properties: { title: "data branch" }, data: "50% of a, b: c" },
    ]);
  });

  it.each([true, false])("is a line where no runner reads it, on a terminal: %s", (isTTY) => {
    const { terminal, text } = open({ isTTY });
    terminal.warn("schedule", "not kept\nalive");
    expect(text()).toBe("! schedule: not kept alive\n");
  });
});

describe("the lines of an error", () => {
  const print = (error: unknown): string => {
    const { terminal, text } = open();
    terminal.print(...renderError(error));
    return text();
  };

  it("are its message and its list, none of which an upstream can lengthen", () => {
    const error = new OperationalError(`It fails: ${EVIL}`, { lines: [`  okx: ${EVIL}`, "Try again."] });
    expect(error.message.split("\n")).toHaveLength(3);
    expect(print(error).split("\n")).toHaveLength(4);
    expect(listPossibleCommands(print(error))).toEqual([]);
  });

  it("are one line with its causes", () => {
    const error = new OperationalError("It fails.", { cause: new Error(EVIL) });
    expect(print(error).split("\n")).toHaveLength(2);
    expect(print(error)).toMatch(/^It fails: down ## \[set-output/);
  });

  it("are the message in one line and the stack of a defect, without a command in either", () => {
    const error = new TypeError(`x is undefined\n    at forged (file:1:1)\n${EVIL}`);
    error.stack = `${error.stack}\n    at ::error::x ##[error]y`;
    const lines = print(error).split("\n");
    expect(lines[0]).toMatch(/^TypeError: x is undefined at forged \(file:1:1\) down/);
    expect(lines[1]).toMatch(/^ {4}at .*terminal\.test\.ts/);
    expect(listPossibleCommands(print(error))).toEqual([]);
    expect(print("just\ntext")).toBe("just text\n");
  });
});
