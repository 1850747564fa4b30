/** A parameter of an endpoint, as plain data for routes, OpenAPI and the handler. */
export interface Parameter {
  in: "path" | "query";
  type: "string" | "integer" | "list";
  description: string;
  example: string | number;
  /** What a value of a path names, for errors: `archive`. */
  noun?: string;
  required?: true;
  default?: string | number;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  /** A regular expression for the text in lower case, and in words what it allows. */
  pattern?: string;
  allowed?: string;
  maxItems?: number;
  /** Values with a file of their own, the same in every build (`limit`). */
  files?: readonly (string | number)[];
  /**
   * Clients look up what they asked for in the answer, so the file of everything answers as well,
   * on hosts without the handler.
   */
  lookup?: true;
  /** The file name has only the value (`7d`) instead of name and value (`limit/10`). */
  bare?: true;
}
