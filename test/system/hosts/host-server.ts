/** A host, simulated or real, over the folder of a published tree. */
export interface HostServer {
  name: string;
  start(folder: string): Promise<RunningHost>;
}

export interface RunningHost {
  /** `path` begins with a slash and may have a query. Redirects are followed unless `init` says `manual`. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

const MAX_REDIRECTS = 5;

/** A host that is nothing but a function of the request. */
export function defineSimulator(
  name: string,
  open: (folder: string) => Promise<(request: Request) => Promise<Response>>,
): HostServer {
  return {
    name,
    async start(folder) {
      const answer = await open(folder);
      return {
        async fetch(path, init = {}) {
          let url = new URL(path, "https://host.example");
          for (let hop = 0; hop < MAX_REDIRECTS; hop++) {
            const response = await answer(new Request(url, init));
            const location = response.headers.get("location");
            if (location === null || init.redirect === "manual") return response;
            url = new URL(location, url);
          }
          throw new Error(`${path} is redirected again and again`);
        },
        close: async () => undefined,
      };
    },
  };
}
