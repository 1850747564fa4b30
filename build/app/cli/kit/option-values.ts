import { InvalidArgumentError } from "commander";
import { OperationalError } from "../../../lib/operational-error.ts";

/** A place may be given as an argument or by the build's option. */
export function choosePlace(
  named: string | undefined,
  option: string,
  set: string | undefined,
  fallback: string,
): string {
  if (named !== undefined && set !== undefined && named !== set) {
    throw new OperationalError(`Name one place: it is ${named} as argument and ${set} by ${option}.`);
  }
  return named ?? set ?? fallback;
}

/** A whole number of at most nine digits. Throws an `InvalidArgumentError`. */
export function parseInteger(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("Not a whole number.");
  return Number(text);
}

/** A port; 0 stands for any free one. Throws an `InvalidArgumentError`. */
export function parsePort(text: string): number {
  const port = parseInteger(text);
  if (port > 65_535) throw new InvalidArgumentError("The highest port is 65535.");
  return port;
}

/** Texts between commas, without blanks around them and without empty ones. */
export function parseList(text: string): string[] {
  return text.split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
}

/** The values of an option that may be repeated, in their order. */
export function collect(text: string, before: string[] = []): string[] {
  return [...before, text];
}

/**
 * The thresholds of `--gate name=value`, which may be repeated. Throws an `InvalidArgumentError`.
 */
export function parseThreshold(text: string, before: Record<string, number> = {}): Record<string, number> {
  const [, name, value] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
  const number = Number(value);
  if (name === undefined || !Number.isFinite(number)) {
    throw new InvalidArgumentError("Write it as NAME=NUMBER, for example minVenues=2.");
  }
  return { ...before, [name]: number };
}
