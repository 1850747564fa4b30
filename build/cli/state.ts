import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { OperationalError } from "../lib/operational-error.ts";
import { cutList } from "../lib/text-layout.ts";
import { mergeStates } from "../platform/state/state-open.ts";
import { verifyState } from "../platform/state/state-verify.ts";
import { stderr, stdout } from "./standard-streams.ts";
import { STATE_KINDS } from "./state-kinds.ts";
import { renderState } from "./state-report.ts";

/** `npm run state -- inspect`: prints all documents. Fails afterwards when one is damaged. */
export function inspectStateCommand(folder: string): void {
  const root = findRoot(folder);
  const { manifest, faults } = verifyState(root, STATE_KINDS);
  stdout.printText(renderState(folder, manifest, Date.now()));
  refuseFaults(folder, faults);
}

/** `npm run state -- verify`: checks every document. Fails with a list of the damaged ones. */
export function verifyStateCommand(folder: string): void {
  const { manifest, faults } = verifyState(findRoot(folder), STATE_KINDS);
  refuseFaults(folder, faults);
  stdout.print(`${folder}: ${manifest.documents.size} documents verified, 0 damaged`);
}

/** `npm run state -- merge A B --into C`: joins two states of one world in a new folder. */
export async function mergeStatesCommand(a: string, b: string, { into }: { into: string }): Promise<void> {
  const documents = await mergeStates([a, b], into, STATE_KINDS, (message) => stderr.warn("state merge", message));
  stdout.print(`${into}: ${documents.size} documents from ${a} and ${b}`);
}

/** A published site has its state in `state/`. */
function findRoot(folder: string): string {
  const published = join(resolve(folder), "state");
  return existsSync(join(published, "manifest.json")) ? published : resolve(folder);
}

function refuseFaults(folder: string, faults: ReturnType<typeof verifyState>["faults"]): void {
  if (faults.length === 0) return;
  const lines = cutList(faults.map(({ name, reason }) => `${name}: ${reason}`)).map((line) => `  ${line}`);
  throw new OperationalError(`${folder} is damaged: ${faults.length} documents failed verification`, { lines });
}
