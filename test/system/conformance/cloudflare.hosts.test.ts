import { cloudflare } from "../../../build/kit/hosts/cloudflare.ts";
import { cloudflareServer } from "../hosts/cloudflare-server.ts";
import { findWrangler, WRANGLER_HINT } from "../hosts/tools.ts";
import { conform } from "./conform.ts";

/** Apart from the other servers, because it takes longer than all of them. */
conform("conformance-cloudflare", [
  {
    server: cloudflareServer,
    host: cloudflare,
    level: cloudflare.level,
    decidesRanges: true,
    // The worker is the handler, which meets most cases in `simulated.long.test.ts`.
    every: 4,
    missing: (await findWrangler()) === undefined ? WRANGLER_HINT : undefined,
  },
]);
