const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Resolves on Ctrl-C or a request to end. A second one then ends the process at once, whatever it still tidies up. */
export function waitForInterrupt(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      for (const signal of SIGNALS) process.off(signal, end);
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, end);
  });
}
