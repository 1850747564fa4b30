import { Pool } from "undici";
import type { RunningHost } from "../hosts/host-server.ts";

/** Asks a server for paths exactly as they are written: no client that normalises them stands between. */
export function connectHttp(url: string, stop: () => Promise<void>): RunningHost {
  const pool = new Pool(url, { connections: 4 });
  return {
    async fetch(path, { method = "GET" } = {}) {
      const { statusCode, headers, body } = await pool.request({ path, method: method as "GET" });
      const names = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
      const bytes = await body.arrayBuffer();
      return new Response(method === "HEAD" || statusCode === 204 ? null : bytes, {
        status: statusCode,
        headers: names,
      });
    },
    async close() {
      await pool.close();
      await stop();
    },
  };
}
