import { fileURLToPath } from "node:url";
import { type Contestant, OURS, OURS_GIVEN, PEERS, PLAIN } from "./peers/contestants.ts";
import { type Contest, runContest } from "./peers/run-contest.ts";
import type { BenchResult, Goal } from "./result.ts";
import { median } from "./run-apart.ts";

const COINS = Number(process.env["BENCH_COINS"] ?? 1_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const CHOSEN = process.env["PEERS"]?.split(",") ?? PEERS.map(({ id }) => id);
/**
 * Where they are installed and write: a file system in memory shows more of the programs and less
 * of the disk.
 */
const FOLDER = process.env["BENCH_FOLDER"] ?? fileURLToPath(new URL("../../../test-results/peers", import.meta.url));

/**
 * The same files by ours and by what people would use instead: whole processes, from their start to
 * their end.
 */
export async function bench(): Promise<BenchResult> {
  const unknown = CHOSEN.filter((id) => !PEERS.some((peer) => peer.id === id));
  if (unknown.length > 0)
    throw new Error(`There is no peer ${unknown.join(", ")}: ${PEERS.map(({ id }) => id).join(", ")}`);
  const contestants = [OURS, OURS_GIVEN, PLAIN, ...PEERS.filter(({ id }) => CHOSEN.includes(id))];
  const progress = (words: string) => process.stderr.write(`${words}\n`);
  const contest = await runContest(contestants, { coins: COINS, rounds: ROUNDS, folder: FOLDER, progress });
  const { files } = contest;
  return {
    tables: [
      {
        title: `${COINS.toLocaleString("en-US")} coins, ${files.toLocaleString("en-US")} files: whole processes, median of ${ROUNDS} rounds`,
        columns: ["program", "version", "seconds", "÷ ours", "÷ ours, given the answers", "CPU seconds", "peak MB"],
        rows: contestants.map((contestant) => describeRow(contestant, contest)),
      },
    ],
    goals: contestants.flatMap((contestant) => describeGoal(contestant, contest)),
    notes: [
      "Every file of every program was compared with ours as JSON before anything was measured: all were equal, and none was missing or too many.",
      'Ours reads a market and the partitions of its history, computes every answer and checks it against its schema. The others read the finished answers, one JSON file each, and have nothing to compute; so does "given the answers", which is our writers alone.',
      "Of our own time, about a sixth loads the program, another sixth parses the state, a fifth turns points into text, and the rest checks, puts together and writes.",
      "Started on Node as TypeScript (tsx) here; a build starts faster, from a bundle. Caches of the warm-up are kept; outputs are removed before each run.",
      "Memory is the highest sum over a program and all its processes, CPU seconds are theirs together.",
      ...[...contest.absent].map(
        ([id, reason]) => `${nameOf(id, contestants)} could not be installed: ${reason.split("\n")[0]}`,
      ),
    ],
  };
}

function describeRow({ id, name }: Contestant, contest: Contest): (string | number)[] {
  const measured = contest.measurements.get(id);
  if (measured === undefined) return [name, "cannot be installed", "–", "–", "–", "–", "–"];
  const { versions } = contest;
  const digits = (value: number, count: number) => (Number.isFinite(value) ? value.toFixed(count) : "–");
  return [
    name,
    versions.get(id) || "–",
    digits(median(measured.map((one) => one.seconds)), 2),
    digits(computeRatio(id, OURS, contest), 2),
    digits(computeRatio(id, OURS_GIVEN, contest), 2),
    digits(median(measured.map((one) => one.cpuSeconds)), 2),
    digits(Math.max(...measured.map((one) => one.peakBytes)) / 1e6, 0),
  ];
}

function describeGoal({ id, name, goal }: Contestant, contest: Contest): Goal[] {
  if (goal === undefined || !contest.measurements.has(id)) return [];
  return [{ what: `${name} ÷ ours`, value: computeRatio(id, OURS, contest), unit: "x", atLeast: goal }];
}

/** Round by round, because the machine may be busier in one than in another. */
function computeRatio(id: string, base: Contestant, { measurements }: Contest): number {
  const bases = measurements.get(base.id) ?? [];
  return median((measurements.get(id) ?? []).map((one, round) => one.seconds / (bases[round]?.seconds ?? Number.NaN)));
}

function nameOf(id: string, contestants: readonly Contestant[]): string {
  return contestants.find((one) => one.id === id)?.name ?? id;
}
