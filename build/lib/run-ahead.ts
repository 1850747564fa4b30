/**
 * Yields the results of jobs in order, with at most `ahead` running. Throws the error of the first
 * failed job after all running jobs have ended.
 */
export async function* runAhead<T>(jobs: Iterable<() => Promise<T>>, ahead: number): AsyncGenerator<T> {
  const running: Promise<T>[] = [];
  try {
    for (const job of jobs) {
      const result = job();
      // Avoids an unhandled rejection: the error is thrown in its turn.
      result.catch(() => undefined);
      running.push(result);
      if (running.length >= ahead) yield await (running.shift() as Promise<T>);
    }
    while (running.length > 0) yield await (running.shift() as Promise<T>);
  } finally {
    await Promise.allSettled(running);
  }
}
