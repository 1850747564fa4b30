// Runs the program in this process, so that signals and exit codes need no relay.
var { pathToFileURL } = require("node:url");

/**
 * Node itself strips no types below node_modules. The settings of the working folder's
 * tsconfig.json are for its own program.
 */
async function runTypeScript() {
  const { register } = await import("tsx/esm/api");
  register({ tsconfig: false });
  await import("../main.ts");
}

async function run() {
  const { bundleProgram } = await import("./bundle-program.js");
  // tsx says what is wrong with a file, and writes nothing to `node_modules`.
  const bundle = await bundleProgram().catch(() => undefined);
  if (bundle === undefined) return runTypeScript();
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(bundle).href);
}

run();
