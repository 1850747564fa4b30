import type { Progress, Task } from "../platform/platform.ts";

/** Passes progress on, and measures how long the tasks of each label took together, in seconds. */
export function watchSeconds(now: () => number): {
  watch: (progress: Progress) => Progress;
  seconds: Record<string, number>;
} {
  const seconds: Record<string, number> = {};
  const measure = (label: string, task: Task): Task => {
    const beganMs = now();
    const end =
      (finish: (text: string) => void) =>
      (text: string): void => {
        seconds[label] = Number(((seconds[label] ?? 0) + (now() - beganMs) / 1_000).toFixed(1));
        finish(text);
      };
    return { update: task.update, done: end(task.done), warned: end(task.warned), failed: end(task.failed) };
  };
  return {
    seconds,
    watch: (progress) => ({ ...progress, start: (label) => measure(label, progress.start(label)) }),
  };
}
