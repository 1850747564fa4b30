const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Between two looks at whether the parent is still there: nobody waits for an orphan to notice. */
const LOOK_MS = 1000;

/**
 * Resolves on Ctrl-C, a request to end or a closed terminal. A second one then ends the process at once, whatever it still tidies up.
 * With `followsParent` it also resolves when the parent has ended: npm hands on some of the signals that end it, not all.
 */
export function waitForInterrupt({ followsParent = false }: { followsParent?: boolean } = {}): Promise<void> {
  return new Promise((resolve) => {
    const parent = process.ppid;
    const look = followsParent ? setInterval(() => process.ppid !== parent && end(), LOOK_MS) : undefined;
    const end = (): void => {
      clearInterval(look);
      for (const signal of SIGNALS) process.off(signal, end);
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, end);
  });
}
