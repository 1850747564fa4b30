import { caddy } from "../../../build/kit/hosts/caddy.ts";
import { netlify } from "../../../build/kit/hosts/netlify.ts";
import { nginx } from "../../../build/kit/hosts/nginx.ts";
import { caddyServer } from "../hosts/caddy-server.ts";
import { netlifyServer } from "../hosts/netlify-server.ts";
import { nginxServer } from "../hosts/nginx-server.ts";
import { explainMissing } from "../hosts/tools.ts";
import { conform } from "./conform.ts";

conform("conformance-hosts", [
  {
    server: nginxServer,
    host: nginx,
    level: nginx.level,
    decidesRanges: true,
    readsQueries: true,
    missing: await explainMissing("nginx"),
  },
  {
    server: caddyServer,
    host: caddy,
    level: caddy.level,
    decidesRanges: true,
    readsQueries: true,
    missing: await explainMissing("caddy"),
  },
  // `npm test` runs only a part of these cases.
  { server: netlifyServer, host: netlify, level: netlify.level, leniency: { errorPages: true } },
]);
