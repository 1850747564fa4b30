import type { ErrorCode } from "../../api/error-body.ts";
import type { Route } from "../../render/route.ts";
import type { NamedFile } from "./tree.ts";

/** Why there is no answer. */
export interface Refusal {
  code: ErrorCode;
  message: string;
}

export type Answer = NamedFile | Refusal;

/** Longest text of a request that a message repeats. */
const QUOTED_CHARACTERS = 80;

export function quote(text: string): string {
  const start = [...text].slice(0, QUOTED_CHARACTERS).join("");
  return start === text ? text : `${start}…`;
}

export function refuseUnavailable({ path }: Route): Refusal {
  return { code: "unavailable", message: `The sources of ${path} have not answered yet` };
}
