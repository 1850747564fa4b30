/** One operation of the OpenAPI document, with its own examples as the values of a call. */
export interface Operation {
  /** The name of the function in a generated client. */
  id: string;
  /** With parameters in braces. */
  path: string;
  inPath: Readonly<Record<string, unknown>>;
  inQuery: Readonly<Record<string, unknown>>;
  mediaType: string;
}

interface DocumentParameter {
  name: string;
  in: "path" | "query";
  example: unknown;
}

export interface OpenApiDocument {
  paths: Record<
    string,
    {
      get: {
        operationId: string;
        parameters?: DocumentParameter[];
        responses: Record<string, { content: Record<string, unknown> }>;
      };
    }
  >;
}

export function listOperations({ paths }: OpenApiDocument): Operation[] {
  return Object.entries(paths).map(([path, { get }]) => {
    const valuesIn = (place: string) =>
      Object.fromEntries(
        (get.parameters ?? []).filter((one) => one.in === place).map(({ name, example }) => [name, example]),
      );
    const [mediaType = ""] = Object.keys(get.responses["200"]!.content);
    return { id: get.operationId, path, inPath: valuesIn("path"), inQuery: valuesIn("query"), mediaType };
  });
}

/** The request as the document describes it: lists are comma-separated. */
export function urlOf({ path, inPath, inQuery }: Operation, baseUrl: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])));
  const query = Object.entries(inQuery).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `${baseUrl}${filled}${query.length === 0 ? "" : `?${query.join("&")}`}`;
}
