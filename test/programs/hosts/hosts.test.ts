import { cloudflare } from "../../../build/kit/hosts/cloudflare.ts";
import { cloudflarePages } from "../../../build/kit/hosts/cloudflare-pages.ts";
import { firebase } from "../../../build/kit/hosts/firebase.ts";
import { netlify } from "../../../build/kit/hosts/netlify.ts";
import { vercel } from "../../../build/kit/hosts/vercel.ts";
import { conform } from "../../system/conformance/conform.ts";
import { createCloudflareServer } from "../../system/hosts/cloudflare-server.ts";
import { provideProgram } from "../kit/provide-program.ts";
import { createFirebaseEmulator } from "./firebase-emulator.ts";
import { firebaseTools, netlifyCli, vercelCli, wrangler } from "./host-programs.ts";
import { createNetlifyDev } from "./netlify-dev.ts";
import { createVercelBuild } from "./vercel-build.ts";
import { createVercelDev } from "./vercel-dev.ts";
import { createWranglerPages } from "./wrangler-pages.ts";

const cloudflareTools = await provideProgram(wrangler);
const netlifyTools = await provideProgram(netlifyCli);
const vercelTools = await provideProgram(vercelCli);
const emulator = await provideProgram(firebaseTools);
const wranglerScript = {
  node: cloudflareTools.node,
  script: `${cloudflareTools.folder}/node_modules/wrangler/bin/wrangler.js`,
};

/** Bytes that are no UTF-8, and the end of a text in C. */
const BROKEN_ESCAPE = /%(?![0-9a-f]{2})|^[^?]*%(?:00|c0|ff)/i;
/** Its file server also ends at a path out of the site, and answers a backslash itself. */
const ENDS_NETLIFY = /^[^?]*(?:%(?![0-9a-f]{2})|%(?:00|c0|ff|5c)|%2f\.\.%2f\.\.%2f)/i;

conform("conformance-programs", [
  {
    server: { ...createCloudflareServer(async () => wranglerScript), name: "wrangler dev" },
    host: cloudflare,
    level: cloudflare.level,
    decidesRanges: true,
    missing: cloudflareTools.missing,
    every: 2,
  },
  {
    server: createWranglerPages(cloudflareTools),
    host: cloudflarePages,
    level: cloudflarePages.level,
    decidesRanges: true,
    missing: cloudflareTools.missing,
    every: 2,
  },
  {
    server: createNetlifyDev(netlifyTools),
    host: netlify,
    level: netlify.level,
    leniency: { errorPages: true },
    omit: ENDS_NETLIFY,
    missing: netlifyTools.missing,
  },
  {
    server: createVercelDev(vercelTools),
    host: vercel,
    level: "L1",
    leniency: { ignoresQuery: true },
    omit: BROKEN_ESCAPE,
    missing: vercelTools.missing,
    every: 40,
  },
  { server: createVercelBuild(vercelTools), host: vercel, level: vercel.level, missing: vercelTools.missing },
  {
    server: createFirebaseEmulator(emulator),
    host: firebase,
    level: firebase.level,
    leniency: { errorPages: true, ignoresQuery: true },
    omit: BROKEN_ESCAPE,
    missing: emulator.missing,
  },
]);
