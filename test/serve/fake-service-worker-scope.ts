interface Listeners {
  [type: string]: (event: unknown) => void;
}

export interface FakeScope {
  /** What the program asked of the browser, in order. */
  calls: string[];
  /** Requests that went to the network as they were. */
  passed: Request[];
  /** `undefined` where the program leaves the request to the browser. */
  fetch(request: Request): Promise<Response> | undefined;
  /** Ends when everything that the program waits for has ended. */
  start(): Promise<void>;
}

/** Runs a program as a browser runs a service worker: as a classic script, over the part of its global scope that is its own. */
export function runServiceWorker(text: string, href: string, network: typeof fetch): FakeScope {
  const listeners: Listeners = {};
  const calls: string[] = [];
  const passed: Request[] = [];
  const note = (call: string) => async () => {
    await Promise.resolve();
    calls.push(call);
  };
  const scope = {
    location: { href },
    clients: { claim: note("claim") },
    skipWaiting: note("skipWaiting"),
    addEventListener: (type: string, listener: Listeners[string]) => {
      listeners[type] = listener;
    },
    fetch: (input: string | Request) => {
      if (typeof input !== "string") passed.push(input);
      return network(input);
    },
  };
  // Not in a context of `node:vm`, where every look at a global costs as much as a whole answer should.
  new Function("globalThis", "fetch", text)(scope, scope.fetch);
  return {
    calls,
    passed,
    fetch: (request) => {
      let answer: Promise<Response> | undefined;
      listeners["fetch"]!({
        request,
        respondWith: (response: Promise<Response>) => {
          answer = response;
        },
      });
      return answer;
    },
    start: async () => {
      for (const type of ["install", "activate"]) {
        const waited: Promise<unknown>[] = [];
        listeners[type]!({ waitUntil: (promise: Promise<unknown>) => waited.push(promise) });
        await Promise.all(waited);
        calls.push(`${type}d`);
      }
    },
  };
}
