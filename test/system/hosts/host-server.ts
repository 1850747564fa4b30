import { Pool } from "undici";

/** A host, simulated or real, over the folder of a published tree. */
export interface HostServer {
  name: string;
  start(folder: string): Promise<RunningHost>;
}

export interface RunningHost {
  /**
   * `path` begins with a slash and may have a query. Redirects are followed unless `init` says
   * `manual`.
   */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

const MAX_REDIRECTS = 5;

export function defineSimulator(
  name: string,
  open: (folder: string) => Promise<(request: Request) => Promise<Response>>,
): HostServer {
  return {
    name,
    async start(folder) {
      const answer = await open(folder);
      return followRedirects({
        fetch: (path, init = {}) => answer(new Request(new URL(path, "https://host.example"), init)),
        close: async () => undefined,
      });
    },
  };
}

/** For a host that answers each request alone. */
export function followRedirects({ fetch, close }: RunningHost): RunningHost {
  return {
    async fetch(path, init = {}) {
      let url = new URL(path, "https://host.example");
      let asked = path;
      for (let hop = 0; hop < MAX_REDIRECTS; hop++) {
        const response = await fetch(asked, init);
        const location = response.headers.get("location");
        if (location === null || init.redirect === "manual") return response;
        url = new URL(location, url);
        asked = url.pathname + url.search;
      }
      throw new Error(`${path} is redirected again and again`);
    },
    close,
  };
}

/** Sends paths unchanged: `fetch` would normalise them. */
export function connectHttp(url: string, stop: () => Promise<void>): RunningHost {
  const pool = new Pool(url, { connections: 4 });
  return {
    async fetch(path, { method = "GET", headers: asked } = {}) {
      const { statusCode, headers, body } = await pool.request({
        path,
        method: method as "GET",
        headers: Object.fromEntries(new Headers(asked)),
      });
      const names = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
      const bytes = await body.arrayBuffer();
      return new Response(method === "HEAD" || [204, 304].includes(statusCode) ? null : bytes, {
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
