import type { Command } from "commander";
import type { ContractFlags } from "../contract.ts";
import type { TermsFlags } from "../terms.ts";
import type { TryFlags } from "../try.ts";
import { collect, parseList } from "./option-values.ts";

/** `npm run contract`, `terms` and `try`: commands that look at the real upstreams. */
export function addSourceCommands(program: Command): void {
  program
    .command("contract")
    .description("Request every source once and compare its responses with the expected shape.")
    .option("--only <source>", "only this source")
    .option("--sample", "use the simulators instead of the upstreams")
    .option("--json", "print one line of JSON")
    .option("--summary <file>", "also add a Markdown table to this file")
    .action(async (flags: ContractFlags) => (await import("../contract.ts")).contractCommand(flags));

  program
    .command("terms")
    .description("Compare the terms of every source with its accepted text.")
    .option("--only <source>", "only this source")
    .option("--accept <sources>", "accept the terms of these sources as they are now (comma-separated)", parseList)
    .option("--json", "print one line of JSON")
    .option("--summary <file>", "also add a Markdown table to this file")
    .action(async (flags: TermsFlags) => (await import("../terms.ts")).termsCommand(flags));

  program
    .command("try")
    .description("Read one source once: its first records, what was left out and why, and how far its prices are off.")
    .argument("<source>", "id of the source, as in build/crypto/sources/registry.ts")
    .option("--body <feed=file>", "read the response of a feed from a file; repeatable", collect)
    .option("--sample", "use the simulators instead of the upstreams")
    .action(async (id: string, flags: TryFlags) => (await import("../try.ts")).tryCommand(id, flags));
}
