// How GitHub's runner parses a log and the file of outputs, after actions/runner:
// src/Runner.Common/ActionCommand.cs and src/Runner.Worker/FileCommandManager.cs.

export interface RunnerCommand {
  name: string;
  properties: Record<string, string>;
  data: string;
}

/** The runner's commands. It ignores their case, and ignores unknown names. */
const REGISTERED = [
  "add-mask",
  "add-matcher",
  "add-path",
  "debug",
  "echo",
  "endgroup",
  "error",
  "group",
  "internal-set-repo-path",
  "notice",
  "remove-matcher",
  "save-state",
  "set-env",
  "set-output",
  "stop-commands",
  "warning",
];

export const isRegistered = (name: string): boolean => REGISTERED.includes(name.toLowerCase());

/** A stricter runner that knows every name: what is inert here is inert in any version. */
export const takesAnyName = (): boolean => true;

/** All commands in a log. Lines end as .NET's StreamReader ends them. */
export function listCommands(log: string, isCommand = isRegistered): RunnerCommand[] {
  return log.split(/\r\n|\n|\r/).flatMap((line) => parseV2(line, isCommand) ?? parseLegacy(line, isCommand) ?? []);
}

/**
 * Also commands that appear once zero-width characters are ignored: .NET compares text by the rules
 * of a culture by default.
 */
export function listPossibleCommands(log: string): RunnerCommand[] {
  const visible = log.replace(/(?![\r\n])[\p{Cc}\p{Cf}\p{DI}]/gu, "");
  return [...listCommands(log, takesAnyName), ...listCommands(visible, takesAnyName)];
}

/** `::name key=value,key=value::data`, after white space. */
function parseV2(line: string, isCommand: (name: string) => boolean): RunnerCommand | undefined {
  const message = line.trimStart();
  if (!message.startsWith("::")) return undefined;
  const end = message.indexOf("::", 2);
  if (end < 0) return undefined;
  const [name, list] = cutAt(message.slice(2, end), " ");
  if (!isCommand(name)) return undefined;
  const restore = (text: string): string => decode(text, { "%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": "," });
  const data = decode(message.slice(end + 2), { "%0D": "\r", "%0A": "\n" });
  return { name, properties: readProperties(list.trim(), ",", restore), data };
}

/** `##[name key=value;key=value]data`, anywhere in a line. */
function parseLegacy(line: string, isCommand: (name: string) => boolean): RunnerCommand | undefined {
  const begin = line.indexOf("##[");
  const end = line.indexOf("]", begin);
  if (begin < 0 || end < 0) return undefined;
  const [name, list] = cutAt(line.slice(begin + 3, end), " ");
  if (!isCommand(name)) return undefined;
  const restore = (text: string): string => decode(text, { "%3B": ";", "%0D": "\r", "%0A": "\n", "%5D": "]" });
  return { name, properties: readProperties(list, ";", restore), data: restore(line.slice(end + 1)) };
}

function readProperties(
  list: string,
  separator: string,
  restore: (text: string) => string,
): RunnerCommand["properties"] {
  const pairs = list.split(separator).map((part) => cutAt(part, "="));
  const named = pairs.filter(([key, value]) => key !== "" && value !== "");
  return Object.fromEntries(named.map(([key, value]) => [key, restore(value)]));
}

/** The percent sign comes last, as it does there. */
function decode(text: string, codes: Readonly<Record<string, string>>): string {
  return Object.entries({ ...codes, "%25": "%" }).reduce((rest, [code, mark]) => rest.replaceAll(code, mark), text);
}

function cutAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** The outputs in a file, as `[name, value]`. Throws where the runner fails the step. */
export function parseOutputs(text: string): [string, string][] {
  const lines = text.split("\n");
  const found: [string, string][] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (line === "") continue;
    const equals = line.indexOf("=");
    const heredoc = line.indexOf("<<");
    if (equals >= 0 && (heredoc < 0 || equals < heredoc)) {
      found.push(cutAt(line, "="));
      continue;
    }
    const [name, delimiter] = cutAt(line, "<<");
    if (heredoc < 0 || name === "" || delimiter === "") throw new Error(`Invalid format '${line}'`);
    const end = lines.indexOf(delimiter, index + 1);
    if (end < 0) throw new Error(`Matching delimiter not found '${delimiter}'`);
    found.push([name, lines.slice(index + 1, end).join("\n")]);
    index = end;
  }
  return found;
}
