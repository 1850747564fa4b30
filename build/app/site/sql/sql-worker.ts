import { asyncBufferFromUrl, byteLengthFromUrl } from "hyparquet";
import { type QueryTable, runQuery } from "./run-query.ts";

/* Published as `js/sql-worker.js`, for `public/js/sql.js`: queries run beside the page. */

interface Request {
  query: string;
  tables: readonly QueryTable[];
}

/** What is used of a worker's global object. */
interface Scope {
  onmessage: ((event: { data: Request }) => void) | null;
  postMessage(message: object): void;
}

const scope = globalThis as unknown as Scope;

scope.onmessage = async ({ data: { query, tables } }) => {
  let bytes = 0;
  const count: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    bytes += Number(response.headers.get("content-length") ?? 0);
    return response;
  };
  try {
    await runQuery(tables, query, {
      async open({ url, bytes: declared }) {
        // A later build may have replaced the file. Some hosts do not state the length.
        const byteLength = await byteLengthFromUrl(url).catch(() => declared);
        return asyncBufferFromUrl({ url, byteLength, fetch: count });
      },
      onColumns: (columns) => scope.postMessage({ columns }),
      onRows: (rows) => scope.postMessage({ rows }),
    });
    scope.postMessage({ isDone: true, bytes });
  } catch (error) {
    scope.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
};
