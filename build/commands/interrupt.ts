/** Resolves on Ctrl-C or a request to end. */
export function waitForInterrupt(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
