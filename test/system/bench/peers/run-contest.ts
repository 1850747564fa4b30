import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { compareAnswers } from "./compare-answers.ts";
import type { Contestant, Places } from "./contestant.ts";
import { writeInput } from "./input.ts";
import { type Measurement, measure } from "./measure.ts";
import { prepareHome } from "./prepare-home.ts";

export interface Contest {
  files: number;
  /** By id, in the order of the rounds; who could not take part is not among them. */
  measurements: ReadonlyMap<string, readonly Measurement[]>;
  versions: ReadonlyMap<string, string>;
  /** By id: why it could not take part. */
  absent: ReadonlyMap<string, string>;
}

export interface ContestOptions {
  coins: number;
  rounds: number;
  /** Holds everybody's home; packages stay in it from one contest to the next. */
  folder: string;
  progress?: (words: string) => void;
}

/**
 * Installs who can be installed, lets everybody run once to warm up and compares what they wrote
 * with the answers, then measures: the contestants take turns, so that a busy machine slows them
 * all. Rejects when one fails, or publishes something else.
 */
export async function runContest(contestants: readonly Contestant[], options: ContestOptions): Promise<Contest> {
  const { coins, rounds, progress } = options;
  const folder = resolve(options.folder);
  const input = join(folder, "input");
  const placesOf = ({ id }: Contestant): Places => ({ input, home: join(folder, id) });
  rmSync(input, { recursive: true, force: true });
  const paths = await writeInput(input, coins);

  const versions = new Map<string, string>();
  const absent = new Map<string, string>();
  for (const contestant of contestants) {
    try {
      await prepareHome(contestant, placesOf(contestant));
      versions.set(contestant.id, contestant.version(placesOf(contestant).home));
    } catch (error) {
      absent.set(contestant.id, error instanceof Error ? error.message : String(error));
      progress?.(`${contestant.name} cannot be installed: ${absent.get(contestant.id)}`);
    }
  }
  const present = contestants.filter(({ id }) => !absent.has(id));

  for (const contestant of present) {
    const { seconds } = await measure(contestant, placesOf(contestant));
    compareAnswers(join(input, "answers"), join(placesOf(contestant).home, contestant.output), paths);
    progress?.(`${contestant.name}: equal, warm-up ${seconds.toFixed(2)} s`);
  }
  const measurements = new Map<string, Measurement[]>(present.map(({ id }) => [id, []]));
  for (let round = 1; round <= rounds; round += 1)
    for (const contestant of present) {
      const measured = await measure(contestant, placesOf(contestant));
      measurements.get(contestant.id)?.push(measured);
      progress?.(`round ${round}, ${contestant.name}: ${measured.seconds.toFixed(2)} s`);
    }
  return { files: paths.length, measurements, versions, absent };
}
