import type { Command } from "commander";
import { choosePlace } from "./option-values.ts";

/** `npm run state`: commands about the state folder. */
export function addStateCommands(program: Command): void {
  const state = program.command("state").description("Inspect, check or merge states.");

  for (const [name, about] of [
    ["inspect", "List the documents of a state with rows, size, age and covered days."],
    ["verify", "Check every document of a state against its checksum."],
  ] as const) {
    state
      .command(name)
      .description(about)
      .argument("[dir]", "folder of a state or of a site with one (default: .state)")
      .option("--state <dir>", "same as the argument; the build's option")
      .action(async (named: string | undefined, flags: { state?: string }) => {
        const { inspectStateCommand, verifyStateCommand } = await import("../state.ts");
        const folder = choosePlace(named, "--state", flags.state, ".state");
        return name === "inspect" ? inspectStateCommand(folder) : verifyStateCommand(folder);
      });
  }

  state
    .command("merge")
    .description("Merge two states, as a sharded backfill does.")
    .argument("<a>", "folder of one state")
    .argument("<b>", "folder of the other state; the newer value wins")
    .requiredOption("--into <dir>", "folder of the result; must not exist")
    .action(async (a: string, b: string, flags: { into: string }) =>
      (await import("../state.ts")).mergeStatesCommand(a, b, flags),
    );
}
