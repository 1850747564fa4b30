import { STATE_KINDS } from "../../../build/app/run/state-kinds.ts";
import { findKind } from "../../../build/kit/platform/state/document-kind.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { createStateStore } from "../../kit/platform/open-store.ts";
import { openChaosRun, START } from "../../system/chaos/chaos-run.ts";

/** A state from real builds on two days, so that one day is closed. */
export interface KeptState {
  folder: string;
  documents: ReadonlyMap<string, unknown>;
  /** The name of one document of each kind. */
  names: readonly string[];
}

const SECOND_DAY = 24 * 60;
/** Minutes after the first build at which the next one is due. */
export const NEXT_BUILD = SECOND_DAY + 30;

export async function keepState(): Promise<KeptState> {
  const folder = makeTempFolder();
  for (const minutes of [0, 30, SECOND_DAY]) {
    const { error } = await buildOn(folder, minutes);
    if (error !== undefined) throw error;
  }
  const state = createStateStore(folder, { now: () => START, world: "sample" });
  const listed = state.list().map(async ({ name }) => [name, await state.read(name)] as const);
  const documents = new Map(await Promise.all(listed));
  state.close();
  const names = [...new Map([...documents.keys()].map((name) => [findKind(STATE_KINDS, name), name])).values()];
  return { folder, documents, names };
}

/** One build on the state of a folder, and its warnings. */
export async function buildOn(
  folder: string,
  minutes: number,
): Promise<{ error: Error | undefined; warnings: string[] }> {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const state = createStateStore(folder, { now: () => START, world: "sample", kinds: STATE_KINDS, warn });
  try {
    const run = openChaosRun({ coins: 8, seed: 1, backfill: 40, whole: true, state });
    const { error } = await run.build(minutes);
    return { error, warnings };
  } finally {
    state.close();
  }
}
