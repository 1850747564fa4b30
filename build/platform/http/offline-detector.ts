/** So many different hosts without an answer from any are no coincidence. */
const SILENT_HOSTS = 5;

/** Tells a machine without a network from upstreams that fail: trying each of them three times would take minutes. */
export interface NetworkWatch {
  /** Some host answered, whatever it said. */
  noteAnswer(): void;
  /** No answer came from this host. */
  noteSilence(host: string): void;
  isOffline(): boolean;
}

export function createNetworkWatch(): NetworkWatch {
  const silent = new Set<string>();
  let answered = false;
  return {
    noteAnswer() {
      answered = true;
    },
    noteSilence(host) {
      silent.add(host);
    },
    isOffline: () => !answered && silent.size >= SILENT_HOSTS,
  };
}
