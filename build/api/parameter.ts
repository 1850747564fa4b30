/** A parameter of an endpoint, as plain data: it goes as it is into the routes, the OpenAPI document and the handler. */
export interface Parameter {
  in: "path" | "query";
  /** `list` is comma-separated. */
  type: "string" | "integer" | "list";
  description: string;
  example: string | number;
  required?: true;
  default?: string | number;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  /** Values that have a file of their own, where they are the same in every build (`limit`). */
  files?: readonly (string | number)[];
  /** In a file name: `limit/10` (named, the default) or `7d` (the value alone). */
  bare?: true;
}
