import type { Progress, Task } from "../platform.ts";

export interface HeldFailures extends Progress {
  /** Prints what is held. */
  flush(): void;
}

/**
 * Holds warnings and failures until `isOnline`: on a machine without a network every source fails
 * for the same reason.
 */
export function holdFailures(progress: Progress, isOnline: () => boolean): HeldFailures {
  const held: (() => void)[] = [];
  const flush = (): void => {
    for (const print of held.splice(0)) print();
  };
  const hold = (print: () => void): void => {
    held.push(print);
    if (isOnline()) flush();
  };
  const holdTask = (task: Task): Task => ({
    update: task.update,
    done(summary) {
      if (isOnline()) flush();
      task.done(summary);
    },
    warned: (summary) => hold(() => task.warned(summary)),
    failed: (reason) => hold(() => task.failed(reason)),
  });
  return {
    start: (id, label) => holdTask(progress.start(id, label)),
    note: progress.note,
    warn: (message) => hold(() => progress.warn(message)),
    flush,
  };
}
