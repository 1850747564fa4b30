import { cloudflarePages } from "../../../build/kit/hosts/cloudflare-pages.ts";
import { cloudfront } from "../../../build/kit/hosts/cloudfront.ts";
import { firebase } from "../../../build/kit/hosts/firebase.ts";
import { githubPages } from "../../../build/kit/hosts/github-pages.ts";
import { none } from "../../../build/kit/hosts/host.ts";
import { netlify } from "../../../build/kit/hosts/netlify.ts";
import { s3 } from "../../../build/kit/hosts/s3.ts";
import { vercel } from "../../../build/kit/hosts/vercel.ts";
import { cloudflarePagesServer } from "../hosts/cloudflare-pages-simulator.ts";
import { cloudfrontServer } from "../hosts/cloudfront-server.ts";
import { firebaseServer } from "../hosts/firebase-simulator.ts";
import { githubPagesServer } from "../hosts/github-pages-simulator.ts";
import { netlifyServer } from "../hosts/netlify-server.ts";
import { s3Server } from "../hosts/s3-simulator.ts";
import { vercelServer } from "../hosts/vercel-server.ts";
import { conform } from "./conform.ts";
import { clientServer, handlerServer, nodeServer, plainServer } from "./own-servers.ts";

/**
 * The handler meets one case in three, the others one in so many: hosts answer by rules of
 * patterns, and `fuzz.long.test.ts` compares server and client with the handler, byte by byte.
 */
const every = 12;

conform("conformance", [
  { server: handlerServer, host: none, level: "L3", every: 3 },
  { server: nodeServer, host: none, level: "L3", every },
  { server: clientServer, host: none, level: "L3", every },
  { server: plainServer, host: none, level: none.level, leniency: { ownErrors: true }, every },
  { server: cloudflarePagesServer, host: cloudflarePages, level: cloudflarePages.level, every },
  // The host's matcher needs milliseconds per request.
  { server: netlifyServer, host: netlify, level: netlify.level, leniency: { errorPages: true }, every: 2 * every },
  { server: vercelServer, host: vercel, level: vercel.level, every },
  { server: s3Server, host: s3, level: s3.level, leniency: { ownErrors: true }, every },
  { server: cloudfrontServer, host: cloudfront, level: cloudfront.level, every },
  {
    server: firebaseServer,
    host: firebase,
    level: firebase.level,
    leniency: { errorPages: true, ignoresQuery: true },
    every,
  },
  {
    server: githubPagesServer,
    host: githubPages,
    level: githubPages.level,
    leniency: { errorPages: true, ignoresQuery: true },
    every,
  },
]);
