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
  /** What the value, or each member of a list, names: a row of a published list with its key. */
  row?: RowLookup;
  /** The members of a row that a search looks at. */
  members?: readonly string[];
  /** A filter of a list: it keeps the rows whose member of this name is the value, in any case. */
  field?: string;
  /** The file name has only the value (`7d`) instead of name and value (`limit/10`). */
  bare?: true;
}

/** The pattern of a parameter that must be absent: a request that sets it is refused. */
export const ABSENT = "^$";

export const isRefused = ({ pattern }: Pick<Parameter, "pattern">) => pattern === ABSENT;

/** How a value finds the row that it names. `path` of the row is its file, named by its key. */
export interface RowLookup {
  /** The canonical file of all rows, relative to `/api`. */
  from: string;
  /** A member that is different in each row. */
  id: string;
  /** A member that several rows may share: then it names none of them. */
  name?: string;
}
