import type { Parameter } from "../../../build/kit/api/parameter.ts";
import type { Pair } from "./case.ts";

/** Values by name with defaults; `"invalid"` if one is not allowed. */
export type ParsedQuery = { values: ReadonlyMap<string, string> } | "invalid";

/** The known parameters of a query, by the documentation alone. */
export function readNaively(parameters: Readonly<Record<string, Parameter>>, query: readonly Pair[]): ParsedQuery {
  const values = new Map<string, string>();
  for (const [name, parameter] of Object.entries(parameters)) {
    if (parameter.in === "path") continue;
    const all = query.flatMap(([key, value]) => (key === name ? value.trim() : []));
    // A list may be repeated: its values are one list. Of another parameter the first value counts.
    const written = (parameter.type === "list" ? all.filter(Boolean).join(",") : all[0]) ?? "";
    const value = written === "" ? String(parameter.default ?? "") : written;
    if (value === "") {
      if (parameter.required) return "invalid";
      continue;
    }
    if (!isAllowed(parameter, value)) return "invalid";
    values.set(name, parameter.type === "string" ? value.toLowerCase() : value);
  }
  return { values };
}

function isAllowed(parameter: Parameter, value: string): boolean {
  if (parameter.type === "integer") {
    const number = Number(value);
    const low = parameter.minimum ?? Number.NEGATIVE_INFINITY;
    const high = parameter.maximum ?? Number.POSITIVE_INFINITY;
    return String(number) === value && Number.isInteger(number) && number >= low && number <= high;
  }
  if (parameter.type === "list") {
    const { length } = splitNaively(value);
    return length > 0 && length <= parameter.maxItems!;
  }
  if (parameter.enum !== undefined) return parameter.enum.some((one) => one === value.toLowerCase());
  return Array.from(value).length <= parameter.maxLength!;
}

/** The members of a list, trimmed, without empty and repeated ones in any case. */
export function splitNaively(list: string): string[] {
  const members: string[] = [];
  for (const part of list.split(",")) {
    const member = part.trim();
    const known = members.some((one) => one.toLowerCase() === member.toLowerCase());
    if (member !== "" && !known) members.push(member);
  }
  return members;
}
