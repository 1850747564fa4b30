/** One operation of the OpenAPI document, with its own examples as the values of a call. */
export interface Operation {
  /** The name of the function in a generated client. */
  id: string;
  /** Address of the server of this path, without a slash at the end. */
  baseUrl: string;
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

interface Server {
  url: string;
}

export interface OpenApiDocument {
  servers: Server[];
  paths: Record<
    string,
    {
      servers?: Server[];
      get: {
        operationId: string;
        parameters?: DocumentParameter[];
        responses: Record<string, { content: Record<string, unknown> }>;
      };
    }
  >;
}

/** The document with absolute addresses of servers, for programs that read it from a file. */
export function resolveServers<Document extends OpenApiDocument>(document: Document, url: string): Document {
  const resolve = (servers: Server[]) =>
    servers.map((server) => ({ ...server, url: new URL(server.url, url).href.replace(/\/$/, "") }));
  const paths = Object.entries(document.paths).map(([path, { servers, ...item }]) => [
    path,
    { ...item, ...(servers !== undefined && { servers: resolve(servers) }) },
  ]);
  return { ...document, servers: resolve(document.servers), paths: Object.fromEntries(paths) };
}

/** Of a document with absolute addresses. */
export function listOperations({ paths, servers: rootServers }: OpenApiDocument): Operation[] {
  return Object.entries(paths).map(([path, { get, servers = rootServers }]) => {
    const valuesIn = (place: string) =>
      Object.fromEntries(
        (get.parameters ?? []).filter((one) => one.in === place).map(({ name, example }) => [name, example]),
      );
    const [mediaType = ""] = Object.keys(get.responses["200"]!.content);
    const baseUrl = servers[0]!.url;
    return { id: get.operationId, baseUrl, path, inPath: valuesIn("path"), inQuery: valuesIn("query"), mediaType };
  });
}

/** The request as the document describes it: lists are comma-separated. */
export function urlOf({ baseUrl, path, inPath, inQuery }: Operation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath[name])));
  const query = Object.entries(inQuery).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `${baseUrl}${filled}${query.length === 0 ? "" : `?${query.join("&")}`}`;
}
