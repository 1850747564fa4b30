import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { OperationalError } from "../lib/operational-error.ts";
import { cutList } from "../lib/text-layout.ts";
import { mergeStates } from "../platform/state/state-merge.ts";
import { verifyState } from "../platform/state/state-verify.ts";
import { stdout } from "./standard-streams.ts";
import { STATE_KINDS } from "./state-kinds.ts";
import { renderState } from "./state-report.ts";

/** `npm run state -- inspect`: what builds remember, as a table. Fails when something is damaged, after the table. */
export function inspectStateCommand(folder: string): void {
  const root = findRoot(folder);
  const { manifest, faults } = verifyState(root, STATE_KINDS);
  stdout.printText(renderState(folder, manifest, Date.now()));
  refuseFaults(folder, faults);
}

/** `npm run state -- verify`: checks every document. Fails with the list of what is damaged. */
export function verifyStateCommand(folder: string): void {
  const { manifest, faults } = verifyState(findRoot(folder), STATE_KINDS);
  refuseFaults(folder, faults);
  stdout.print(`${folder}: ${manifest.documents.size} documents verified, 0 damaged`);
}

/** `npm run state -- merge A B --into C`: the union of two states of one world. */
export async function mergeStatesCommand(a: string, b: string, { into }: { into: string }): Promise<void> {
  const documents = await mergeStates(a, b, into, STATE_KINDS);
  stdout.print(`${into}: ${documents.size} documents out of ${a} and ${b}`);
}

/** A published site has its state in a folder of its own. */
function findRoot(folder: string): string {
  const published = join(resolve(folder), "state");
  return existsSync(join(published, "manifest.json")) ? published : resolve(folder);
}

function refuseFaults(folder: string, faults: ReturnType<typeof verifyState>["faults"]): void {
  if (faults.length === 0) return;
  const lines = cutList(faults.map(({ name, reason }) => `${name}: ${reason}`)).map((line) => `  ${line}`);
  throw new OperationalError(`${folder} is damaged, documents that do not hold: ${faults.length}`, { lines });
}
