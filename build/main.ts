import { Command, Option } from "commander";
import type { BuildFlags } from "./cli/build.ts";
import type { ContractFlags } from "./cli/contract.ts";
import type { DoctorFlags } from "./cli/doctor.ts";
import { explainFailure } from "./cli/explain-failure.ts";
import type { HealthFlags } from "./cli/health.ts";
import { choosePlace, collect, parseInteger, parseList, parsePort, parseThreshold } from "./cli/option-values.ts";
import { stderr, stdout } from "./cli/standard-streams.ts";
import type { StartFlags } from "./cli/start.ts";
import type { VerifyFlags } from "./cli/verify.ts";
import { DEFAULT_GATE_THRESHOLDS } from "./market/gate/gate.ts";
import { ALL_STEP_NAMES, type StepName } from "./workflow/steps/steps.ts";

// A command is loaded when it is called: all of them together would let `--help` wait for a second.

const GATE_DEFAULTS = `defaults: ${Object.entries(DEFAULT_GATE_THRESHOLDS)
  .map(([name, value]) => `${name}=${value}`)
  .join(", ")}`;

/** How builds are run, beside what they build. */
interface HowFlags {
  every?: string;
  cadence?: number;
  confined?: boolean;
  programs?: string;
}

const program = new Command("open-crypto-data")
  .description("Builds a JSON file API of crypto market data out of public, keyless upstreams.")
  .showHelpAfterError("(--help lists what there is)")
  .configureOutput({
    writeOut: stdout.printText,
    writeErr: stderr.printText,
    // It quotes what was typed.
    outputError: (message) => stderr.print(message.trimEnd()),
  });

program
  .command("build")
  .description("Read the upstreams, compute every answer, and publish into a folder. Publishes whole or not at all.")
  .option("--out <dir>", "folder of the site; replaced in one step (default: dist)")
  .option("--site-host <name>", "host to make the site for, repeatable: each then has a folder in --out", collect)
  .option("--no-site", "only the API: no pages")
  .option("--base-url <url>", "address of the site, ending with a slash, for its sitemap (default: unknown)")
  .option("--homepage <url>", "address of the project for feeds, links and upstreams (default: its repository)")
  .option(
    "--state <dir>",
    "what one build remembers (default: .state; with --sample: .state-demo; with --replay: nothing)",
  )
  .option("--restore-from <place>", "fill or repair the state from a published site or a folder; repeatable", collect)
  .option("--coins <n>", "coins covered, by market cap (default: 1000)", parseInteger)
  .option("--record <dir>", "keep every upstream answer with URL, status, headers and time, for --replay")
  .option("--record-state", "with --record: keep the state of before as well, and ask no more than without --record")
  .option("--replay <dir>", "read a recording instead of the network: offline, at its time, to the byte the same")
  .option("--only <source>", "ask this source alone; the others give their last good answers from the state")
  .option("--backfill <n>", "requests that fill missing history, after publishing (default: 40; 0: none)", parseInteger)
  .option("--details-per-build <n>", "coin pages of the reference to refresh (default: 2; 0: none)", parseInteger)
  .option("--shard <i/n>", "fill the i-th of n parts of the missing history, for a matrix of jobs")
  .option("--sources-off <ids>", "leave these sources out (comma-separated)", parseList)
  .option("--sources-on <ids>", "turn these on that are off by default (comma-separated)", parseList)
  .option("--open-only", "build without any data of sources whose terms restrict redistribution")
  .option(
    "--gate <name=value>",
    `set a threshold of the publication gate, repeatable (${GATE_DEFAULTS})`,
    parseThreshold,
  )
  .option("--sample", "read the embedded sample world instead of the network; every answer then says so")
  .option("--at <time>", "with --sample: read that world at a time, such as 2026-11-20T09:07:00Z, instead of now")
  .option(
    "--every <interval>",
    "build again and again, at times that are multiples of it such as 30m, until interrupted",
  )
  .option(
    "--cadence <minutes>",
    "minutes between two builds, which says when answers expire (default: 30)",
    parseInteger,
  )
  .option("--quiet", "print only warnings and failures")
  .option("--json", "print one line of JSON about the run to the standard output, and no progress")
  .option("--confined", "let the build write to its own folders alone, and start nothing (Node 24)")
  .addOption(new Option("--programs <file>", "programs that were bundled before").hideHelp())
  .action(async ({ every, cadence, confined = false, programs, ...flags }: BuildFlags & HowFlags) => {
    if (every !== undefined) {
      const { parseInterval, repeatThisBuild } = await import("./cli/repeat-build.ts");
      return repeatThisBuild(parseInterval(every, flags.sample === true));
    }
    const { confineThisBuild, readPrograms } = await import("./cli/confine-build.ts");
    if (confined) return confineThisBuild(flags);
    const { buildCommand } = await import("./cli/build.ts");
    return buildCommand({
      ...flags,
      ...(cadence !== undefined && { cadenceMinutes: cadence }),
      ...(programs !== undefined && { programs: readPrograms(programs) }),
    });
  });

program
  .command("start")
  .description("Build the embedded sample world, without any network, and serve it until Ctrl-C.")
  .option("--coins <n>", "coins in the sample world", parseInteger, 250)
  .option("--open-only", "build without any data of sources whose terms restrict redistribution")
  .option("--port <n>", "port; 0 takes any free one", parsePort, 8080)
  .option("--host <address>", "address to listen on", "127.0.0.1")
  .action(async (flags: StartFlags) => (await import("./cli/start.ts")).startCommand(flags));

program
  .command("serve")
  .description("Serve a site that was built before, until Ctrl-C.")
  .argument("[dir]", "folder of the site (default: dist)")
  .option("--out <dir>", "the same, as it is called in a build")
  .option("--port <n>", "port; 0 takes any free one", parsePort, 8080)
  .option("--host <address>", "address to listen on", "127.0.0.1")
  .action(async (folder: string | undefined, flags: { out?: string; host: string; port: number }) => {
    const { serveCommand } = await import("./cli/serve.ts");
    return serveCommand(choosePlace(folder, "--out", flags.out, "dist"), flags);
  });

program
  .command("verify")
  .description("Check a published site as a stranger would: hashes, schemas, links, archives, state.")
  .argument("[place]", "folder of the site, or its address (default: dist)")
  .option("--out <dir>", "the same, as it is called in a build")
  .option("--site-host <name>", "also check the limits of this host")
  .action(async (place: string | undefined, flags: VerifyFlags & { out?: string }) => {
    const { verifyCommand } = await import("./cli/verify.ts");
    return verifyCommand(choosePlace(place, "--out", flags.out, "dist"), flags);
  });

program
  .command("health")
  .description("Judge a published site by the age of its data, not by when it was built.")
  .argument("[url]", "address of the site (default: where this repository publishes)")
  .option("--grace-hours <n>", "hours that an answer may be past its own end (default: 8)", parseInteger)
  .option("--json", "print one line of JSON")
  .option("--summary <file>", "also add a Markdown table to this file")
  .action(async (url: string | undefined, flags: HealthFlags) =>
    (await import("./cli/health.ts")).healthCommand(url, flags),
  );

program
  .command("doctor")
  .description("Say what this checkout would do here and now, and what is missing to publish.")
  .option("--offline", "ask nobody")
  .option("--sample", "ask the simulators in place of the upstreams")
  .option("--coins <n>", "as in a build", parseInteger)
  .option("--out <dir>", "as in a build")
  .option("--state <dir>", "as in a build")
  .option("--site-host <name>", "as in a build", collect)
  .option("--json", "print one line of JSON")
  .action(async (flags: DoctorFlags) => (await import("./cli/doctor.ts")).doctorCommand(flags));

program
  .command("contract")
  .description("Ask every source once, and compare its answers with what this program expects of them.")
  .option("--only <source>", "this source alone")
  .option("--sample", "ask the simulators in place of the upstreams")
  .option("--json", "print one line of JSON")
  .option("--summary <file>", "also add a Markdown table to this file")
  .action(async (flags: ContractFlags) => (await import("./cli/contract.ts")).contractCommand(flags));

const workflow = program.command("workflow").description("One step of the scheduled run, as the workflow calls it.");

for (const name of ALL_STEP_NAMES) {
  const step = workflow
    .command(name)
    .action(async (flags: BuildFlags) =>
      (await import("./cli/workflow.ts")).workflowCommand(name satisfies StepName, flags),
    );
  if (name === "shard") {
    step
      .option("--shard <i/n>", "which of how many parts")
      .option("--backfill <n>", "requests that this part may spend", parseInteger);
  }
  if (name !== "build") continue;
  step
    .option("--sample", "read the embedded sample world instead of the network")
    .option("--at <time>", "with --sample: the time of that world")
    .option("--coins <n>", "coins covered, by market cap", parseInteger);
}

const state = program.command("state").description("Look at what builds remember, check it, or join two of them.");

state
  .command("inspect")
  .description("List the documents of a state with rows, size and age, and the days that its series cover.")
  .argument("[dir]", "folder of the state, or of a site that publishes one (default: .state)")
  .option("--state <dir>", "the same, as it is called in a build")
  .action(async (folder: string | undefined, flags: { state?: string }) => {
    const { inspectStateCommand } = await import("./cli/state.ts");
    return inspectStateCommand(choosePlace(folder, "--state", flags.state, ".state"));
  });

state
  .command("verify")
  .description("Check every document of a state against its checksum.")
  .argument("[dir]", "folder of the state, or of a site that publishes one (default: .state)")
  .option("--state <dir>", "the same, as it is called in a build")
  .action(async (folder: string | undefined, flags: { state?: string }) => {
    const { verifyStateCommand } = await import("./cli/state.ts");
    return verifyStateCommand(choosePlace(folder, "--state", flags.state, ".state"));
  });

state
  .command("merge")
  .description("Join two states of one world, as the shards of a backfill are.")
  .argument("<a>", "folder of one")
  .argument("<b>", "folder of the other; where both say the same thing differently, the later one wins")
  .requiredOption("--into <dir>", "folder of the result, a new one")
  .action(async (a: string, b: string, flags: { into: string }) =>
    (await import("./cli/state.ts")).mergeStatesCommand(a, b, flags),
  );

// A defect outside of the awaited command: Node would print its message without escaping it.
process.on("uncaughtException", (error) => {
  stderr.print(...explainFailure(error));
  process.exit(1);
});

try {
  await program.parseAsync();
} catch (error) {
  stderr.print(...explainFailure(error));
  process.exitCode = 1;
}
// Name look-ups of a machine without a network go on for minutes after everything has been said.
process.exit();
