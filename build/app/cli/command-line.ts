import { Command, CommanderError, Help } from "commander";
import { TREES } from "../../crypto/api/trees.ts";
import { GATE_THRESHOLDS } from "../../crypto/market/rules/price.ts";
import type { BuildFlags } from "./build-flags.ts";
import type { DoctorFlags } from "./doctor.ts";
import type { HealthFlags } from "./health.ts";
import { explainFailure } from "./kit/explain-failure.ts";
import { IS_INSTALLED } from "./kit/installation.ts";
import { choosePlace, collect, parseInteger, parseList, parsePort, parseThreshold } from "./kit/option-values.ts";
import { addSourceCommands } from "./kit/source-commands.ts";
import { stderr, stdout } from "./kit/standard-streams.ts";
import { addStateCommands } from "./kit/state-commands.ts";
import type { NewSourceFlags } from "./new.ts";
import type { PublishFlags } from "./publish.ts";
import type { StartFlags } from "./start.ts";
import { describeStep, STEP_NAMES } from "./steps/steps.ts";
import type { UpdateFlags } from "./update.ts";
import type { VerifyFlags } from "./verify.ts";

// A command is loaded when it is called: all of them together would let `--help` wait for a second.

const GATE_DEFAULTS = `defaults: ${Object.entries(GATE_THRESHOLDS)
  .map(([name, value]) => `${name}=${value}`)
  .join(", ")}`;

const PUBLISH_EXAMPLES = `
The key comes from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or from the files of the AWS client.
After a failure, the same command continues with what is missing.

Examples:
  npm run publish -- --bucket prices --region eu-central-1 --dry-run
  npm run publish -- --bucket prices --region eu-central-1 --distribution E2ABCDEFGHIJKL
  npm run publish -- --bucket prices --endpoint https://ACCOUNT.r2.cloudflarestorage.com
  npm run publish -- --bucket prices --endpoint https://s3.us-west-004.backblazeb2.com --region us-west-004
  npm run build -- --live; npm run publish -- --live --bucket prices --region eu-central-1
  npm run publish -- --site dist/s3 --bucket prices --endpoint http://127.0.0.1:9000`;

/** The commands that an installed package lists: the others are about the files of a checkout. */
const INSTALLED_COMMANDS = ["build", "start", "serve", "verify", "publish", "mcp", "health", "state", "help"];

function isListed(command: Command): boolean {
  const isOwn = command.parent?.parent === null;
  return !IS_INSTALLED || !isOwn || INSTALLED_COMMANDS.includes(command.name());
}

/** How builds are run, beside what they build. */
interface HowFlags {
  every?: string;
  cadence?: number;
}

/** The commands and their options. */
export const program = new Command("open-crypto-data")
  .description("Builds a JSON file API of crypto market data out of public, keyless upstreams.")
  .configureHelp({
    visibleCommands: (of) => new Help().visibleCommands(of).filter((command) => isListed(command)),
  })
  .showHelpAfterError("Run with --help for all options.")
  .configureOutput({
    writeOut: stdout.printText,
    writeErr: stderr.printText,
    // It quotes what was typed.
    outputError: (message) => stderr.print(message.trimEnd()),
  });

program
  .command("build")
  .description("Fetch the upstreams, compute every response and write a site. All or nothing.")
  .option("--out <dir>", "folder of the site, replaced atomically (default: dist)")
  .option("--site-host <name>", "host to build for; repeatable: each host gets a folder in --out", collect)
  .option("--no-site", "only the API, no pages")
  .option("--base-url <url>", "URL of the site with a trailing slash, for its sitemap (default: unknown)")
  .option("--mirror-url <url>", "URL of a copy on another host, for client.js and OpenAPI (default: none)")
  .option("--homepage <url>", "URL of the project, for feeds, links and the user agent (default: its repository)")
  .option(
    "--state <dir>",
    "state folder, kept between builds (default: .state; with --sample: .state-demo; with --replay: none)",
  )
  .option(
    "--restore-from <place>",
    "restore the state from a published site or a folder; repeatable, the first one must answer",
    collect,
  )
  .option("--coins <n>", "coins covered, by market cap (default: 1000)", parseInteger)
  .option("--currencies <codes>", "currencies of /api/in/, besides USD (default: eur,btc)", parseList)
  .option("--trees <names>", `optional files, of ${TREES.join(",")} (default: all; none: "")`, parseList)
  .option("--record <dir>", "save every upstream response with URL, status, headers and time, for --replay")
  .option("--record-state", "with --record: also save the initial state, and keep using cached feeds")
  .option(
    "--replay <dir>",
    "build from a recording: offline, at its time; with --record-state and the same flags byte for byte the same",
  )
  .option("--only <source>", "request only this source; others use their last known good responses")
  .option("--backfill <n>", "requests to fill missing history (default: 40; 0: none)", parseInteger)
  .option(
    "--details-per-build <n>",
    "coin pages of CoinGecko in a build whose turn it is (default: 1; 0: none)",
    parseInteger,
  )
  .option("--shard <i/n>", "fill part i of n of the missing history, for a matrix of jobs")
  .option("--sources-off <ids>", "disable these sources (comma-separated)", parseList)
  .option("--sources-on <ids>", "enable sources that are off by default (comma-separated)", parseList)
  .option("--open-only", "use no data from sources whose terms restrict redistribution")
  .option(
    "--gate <name=value>",
    `set a threshold of the publication gate, repeatable (${GATE_DEFAULTS})`,
    parseThreshold,
  )
  .option("--sample", "use the embedded demo market instead of the network; every response says so")
  .option("--at <time>", "with --sample: time of the demo market, such as 2026-11-20T09:07:00Z (default: now)")
  .option("--live", "between builds: read only the exchanges' tickers, and replace api/live.json of the built site")
  .option("--every <interval>", "repeat the build at multiples of an interval, such as 30m, until interrupted")
  .option(
    "--cadence <minutes>",
    "minutes between builds; sets when responses expire (default: 30; with --every: its interval)",
    parseInteger,
  )
  .option("--quiet", "print only warnings and failures")
  .option("--json", "print one line of JSON about the run to the standard output, and no progress")
  .action(async ({ every, cadence, ...given }: BuildFlags & HowFlags) => {
    const flags = { ...given, ...(cadence !== undefined && { cadenceMinutes: cadence }) };
    if (every !== undefined) {
      const { repeatThisBuild } = await import("./run/repeat-build.ts");
      return repeatThisBuild(every, flags);
    }
    if (flags.live === true) return (await import("./run/live.ts")).liveCommand(flags);
    const { buildCommand } = await import("./build.ts");
    return buildCommand(flags);
  });

program
  .command("start")
  .description("Build the embedded demo market, without network, and serve it until Ctrl-C.")
  .option("--coins <n>", "coins in the demo market", parseInteger, 250)
  .option("--open-only", "use no data from sources whose terms restrict redistribution")
  .option("--port <n>", "port; 0 takes any free one", parsePort, 8080)
  .option("--host <address>", "address to listen on", "127.0.0.1")
  .action(async (flags: StartFlags) => (await import("./start.ts")).startCommand(flags));

program
  .command("serve")
  .description("Serve a built site until Ctrl-C.")
  .argument("[dir]", "folder of the site (default: dist)")
  .option("--out <dir>", "same as the argument; the build's option")
  .option("--port <n>", "port; 0 takes any free one", parsePort, 8080)
  .option("--host <address>", "address to listen on", "127.0.0.1")
  .action(async (folder: string | undefined, flags: { out?: string; host: string; port: number }) => {
    const { serveCommand } = await import("./serve.ts");
    return serveCommand(choosePlace(folder, "--out", flags.out, "dist"), flags);
  });

program
  .command("verify")
  .description("Check a published site from the outside, file by file: hashes, schemas, links, archives, state.")
  .argument("[place]", "folder or URL of the site (default: dist)")
  .option("--out <dir>", "same as the argument; the build's option")
  .option("--site-host <name>", "also check the limits of this host")
  .option("--prices", "recompute the prices from their published evidence, instead of checking the files")
  .action(async (place: string | undefined, flags: VerifyFlags & { out?: string }) => {
    const { verifyCommand } = await import("./verify.ts");
    return verifyCommand(choosePlace(place, "--out", flags.out, "dist"), flags);
  });

program
  .command("publish")
  .description("Upload what changed in a built site to a bucket of S3, R2, Backblaze B2 or MinIO.")
  .argument("[folder]", "folder of the site (default: dist)")
  .option("--site <folder>", "same as the argument")
  .requiredOption("--bucket <name>", "a bucket for this site alone: what is not of the site is removed after a day")
  .option("--endpoint <url>", "address of the store (default: Amazon S3)")
  .option("--region <name>", "region of the bucket (default: that of AWS_REGION; with --endpoint: auto)")
  .option("--distribution <id>", "invalidate this distribution of CloudFront afterwards (ignored with --live)")
  .option("--requests <n>", "requests at once", parseInteger, 32)
  .option("--live", "upload only api/live.json, which a live run (build --live) replaces: one request")
  .option("--sample", "the site is one of the demo market, with invented data")
  .option("--dry-run", "change nothing: print the requests, the bytes and the monthly price on three stores")
  .addHelpText("after", PUBLISH_EXAMPLES)
  .action(async (folder: string | undefined, flags: PublishFlags & { site?: string }) => {
    const { publishCommand } = await import("./publish.ts");
    return publishCommand(choosePlace(folder, "--site", flags.site, "dist"), flags);
  });

program
  .command("mcp")
  .description("Answer programs about a published site, by the Model Context Protocol over the standard streams.")
  .option("--site <place>", "folder or URL of the site", "dist")
  .action(async ({ site }: { site: string }) => (await import("./mcp.ts")).mcpCommand(site));

program
  .command("health")
  .description("Check a published site: is its data fresh?")
  .argument("[url]", "URL of the site (default: this repository's site)")
  .option("--grace-hours <n>", "hours that a response may be past its expiry (default: 8)", parseInteger)
  .option("--json", "print one line of JSON")
  .option("--summary <file>", "also add a Markdown table to this file")
  .addHelpText("after", "\nEnds with 1 if the site is unhealthy, and if it could not be read.")
  .action(async (url: string | undefined, flags: HealthFlags) =>
    (await import("./health.ts")).healthCommand(url, flags),
  );

program
  .command("update")
  .argument("[copy]", "folder of the fork or copy (default: this one)")
  .description("Bring a new version of the project into a fork or a copy, as one commit that keeps build/settings.ts.")
  .option("--from <repository>", 'address of the project; remembered as the remote "upstream" (default: that remote)')
  .option("--ref <version>", "branch, tag or commit (default: the default branch)")
  .action(async (copy: string | undefined, flags: UpdateFlags) =>
    (await import("./update.ts")).updateCommand(copy, flags),
  );

program
  .command("doctor")
  .description("Check this checkout: can it build, and what is missing to publish?")
  .option("--offline", "no network requests")
  .option("--sample", "use the simulators instead of the upstreams")
  .option("--coins <n>", "as in a build", parseInteger)
  .option("--out <dir>", "as in a build")
  .option("--state <dir>", "as in a build")
  .option("--site-host <name>", "as in a build", collect)
  .option("--json", "print one line of JSON")
  .action(async (flags: DoctorFlags) => (await import("./doctor.ts")).doctorCommand(flags));

addSourceCommands(program);

const create = program.command("new").description("Write the files and the entry of a new source, endpoint or page.");

create
  .command("source")
  .description("A venue: its declaration is derived from one response of its listing and one of its tickers.")
  .argument("<id>", "the file name, such as crypto-com")
  .requiredOption("--listing <place>", "address or file of the list of markets")
  .requiredOption("--tickers <place>", "address or file of the tickers of all markets")
  .option("--listing-url <url>", "the address, where --listing is a file")
  .option("--tickers-url <url>", "the address, where --tickers is a file")
  .action(async (id: string, flags: NewSourceFlags) => (await import("./new.ts")).newSourceCommand(id, flags));

create
  .command("endpoint")
  .description("An endpoint that answers one row for each coin, to be changed into yours.")
  .argument("<id>", "the file name, such as fear-greed")
  .action(async (id: string) => (await import("./new.ts")).newEndpointCommand(id));

create
  .command("page")
  .description("A page with a table of the rows of the endpoint with the same id, to be changed into yours.")
  .argument("<id>", "the id of the endpoint, such as fear-greed")
  .action(async (id: string) => (await import("./new.ts")).newPageCommand(id));

const workflow = program.command("workflow").description("Run one step of the scheduled workflow.");

for (const name of STEP_NAMES) {
  const step = workflow
    .command(name)
    .description(describeStep(name))
    .action(async (flags: BuildFlags) => (await import("./workflow.ts")).workflowCommand(name, flags));
  if (name === "shard") {
    step.option("--shard <i/n>", "part i of n").option("--backfill <n>", "request budget of this part", parseInteger);
  }
  if (name !== "build") continue;
  step
    .option("--sample", "use the embedded demo market instead of the network")
    .option("--at <time>", "with --sample: time of the demo market")
    .option("--coins <n>", "coins covered, by market cap", parseInteger);
}

addStateCommands(program);

/** Runs a command, and prints why it fails. Returns its exit code. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    // Commander ends the process itself, except in tests.
    if (error instanceof CommanderError) return error.exitCode;
    stderr.print(...explainFailure(error));
    return 1;
  }
}
