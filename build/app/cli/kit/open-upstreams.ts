import { DEMO_SEED } from "../../../crypto/demo/demo-market.ts";
import { type DemoServer, type DemoServerOptions, startDemoServer } from "../../../crypto/demo/server.ts";
import { createHttp, type HttpClient, type HttpOptions } from "../../../kit/platform/http/http.ts";

/** A client of the upstreams, or of simulators in their place. */
export interface Upstreams {
  http: HttpClient;
  close(): Promise<void>;
}

/** The client of the upstreams; with a `market`, that of local simulators of this demo market. */
export async function openUpstreams(
  client: HttpOptions,
  market: Omit<DemoServerOptions, "seed"> | undefined,
): Promise<Upstreams> {
  if (market !== undefined) return openSimulators(client, market);
  const http = createHttp(client);
  return { http, close: http.close };
}

/** Simulators need no pauses between requests, unless `client` has a pace of its own. */
export async function openSimulators(
  client: HttpOptions,
  market: Omit<DemoServerOptions, "seed">,
): Promise<Upstreams & Pick<DemoServer, "marketAt">> {
  const { origin, marketAt, close } = await startDemoServer({ seed: DEMO_SEED, ...market });
  const http = createHttp({ paceFactor: 0, ...client, origins: origin });
  return {
    http,
    marketAt,
    async close() {
      await http.close();
      await close();
    },
  };
}
