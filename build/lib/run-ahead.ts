/**
 * What the jobs result in, in their order, while those that follow are under way already: at most `ahead` at a time. Throws what the first
 * job that fails throws, once none is running any more.
 */
export async function* runAhead<T>(jobs: Iterable<() => Promise<T>>, ahead: number): AsyncGenerator<T> {
  const running: Promise<T>[] = [];
  try {
    for (const job of jobs) {
      const result = job();
      // One that fails before its turn is heard of in its turn.
      result.catch(() => undefined);
      running.push(result);
      if (running.length >= ahead) yield await (running.shift() as Promise<T>);
    }
    while (running.length > 0) yield await (running.shift() as Promise<T>);
  } finally {
    await Promise.allSettled(running);
  }
}
