import { openReadingTime } from "../../../build/crypto/ingest/reading-time.ts";
import type { Session } from "../../../build/crypto/ingest/session.ts";
import type {
  Effects,
  HttpRequest,
  HttpResponse,
  StateStore,
  Validators,
} from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { NO_OUTPUT } from "../../kit/platform/output/memory-output.ts";

export const NOW = Date.UTC(2026, 10, 20, 9, 15);

/** The response of an address: a body, an error, or a body with status and validators. */
export type FakeAnswer = string | Error | { body?: string; status?: number; validators?: Validators };

export interface FakeEffects extends Effects {
  /** By address; what is not there is not found. */
  answers: Record<string, FakeAnswer>;
  /** Every request so far. */
  asked: HttpRequest[];
  /** What the person in front of the terminal saw of tasks. */
  told: string[];
}

/** Effects without an outside world. The body limit holds as in the real ones. */
export function createFakeEffects(answers: Record<string, FakeAnswer> = {}, state?: StateStore): FakeEffects {
  const told: string[] = [];
  const effects: FakeEffects = {
    answers,
    asked: [],
    told,
    now: () => NOW,
    http: {
      async fetch(request) {
        effects.asked.push(request);
        return answer(request, effects.answers[request.url]);
      },
    },
    output: NO_OUTPUT,
    state: state ?? createMemoryStateStore(),
    progress: {
      start: (label) => ({
        update: () => undefined,
        done: (summary) => told.push(`${label} done: ${summary}`),
        warned: (summary) => told.push(`${label} warned: ${summary}`),
        failed: (reason) => told.push(`${label} failed: ${reason}`),
      }),
      note: () => undefined,
      warn: () => undefined,
    },
  };
  return effects;
}

function answer({ url, maxBytes }: HttpRequest, known: FakeAnswer | undefined): HttpResponse {
  if (known === undefined) throw new Error(`GET ${url} 404`);
  if (known instanceof Error) throw known;
  const { body = "", status = 200, validators = {} } = typeof known === "string" ? { body: known } : known;
  const bytes = Buffer.byteLength(body);
  if (bytes > maxBytes) throw new Error(`GET ${url} failed: the body is larger than ${maxBytes} bytes`);
  return { url, status, body, bytes, receivedAtMs: NOW, serverTimeMs: null, validators };
}

/** A run of its own on these effects. */
export function createSession(effects: Effects, change: Partial<Session> = {}): Session {
  return {
    effects,
    now: NOW,
    coins: 100,
    detailsPerBuild: 2,
    apiKeys: {},
    cadenceMs: 30 * 60_000,
    ignoreCache: false,
    time: openReadingTime(),
    outcomes: new Map(),
    ...change,
  };
}
