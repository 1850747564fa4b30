import { spawn } from "node:child_process";
import { OperationalError } from "../../lib/operational-error.ts";

/** Runs git and resolves with its standard output. Rejects with a `GitError`. */
export type Git = (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<string>;

/** `output` is all that git said, for whoever has to tell one refusal from another. */
export class GitError extends OperationalError {
  override name = "GitError";
  readonly output: string;
  constructor(args: readonly string[], code: number | null, output: string) {
    super(`git ${args[0]} failed with ${code}: ${output.trim().split("\n").slice(-3).join(" · ")}`);
    this.output = output;
  }
}

export interface GitOptions {
  folder: string;
  /** Sent to the server as a header for this command alone: nothing is left on the disk. */
  token: string | null;
  /** Address that the token is for. */
  serverUrl: string;
  /** What git inherits, so that it is found. */
  environment: Readonly<Record<string, string | undefined>>;
}

/** As GitHub's own commits by workflows are signed: its app's name and the address that belongs to it. */
const IDENTITY = "github-actions[bot]";
const ADDRESS = "41898282+github-actions[bot]@users.noreply.github.com";

export function createGit({ folder, token, serverUrl, environment }: GitOptions): Git {
  const credentials: Record<string, string> =
    token === null
      ? {}
      : {
          GIT_CONFIG_COUNT: "1",
          GIT_CONFIG_KEY_0: `http.${serverUrl}/.extraheader`,
          GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`,
        };
  return (args, env = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn("git", args, {
        cwd: folder,
        env: {
          ...environment,
          // No prompt that nobody answers, no settings of the machine, messages in the language they are read in.
          ...{ GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", LC_ALL: "C" },
          ...{ GIT_AUTHOR_NAME: IDENTITY, GIT_AUTHOR_EMAIL: ADDRESS },
          ...{ GIT_COMMITTER_NAME: IDENTITY, GIT_COMMITTER_EMAIL: ADDRESS },
          ...credentials,
          ...env,
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let stdout = "";
      let all = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        stdout += text;
        all += text;
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        all += text;
      });
      child.on("error", (cause) => reject(new OperationalError("git cannot be started: install it.", { cause })));
      child.on("close", (code) => (code === 0 ? resolve(stdout) : reject(new GitError(args, code, all))));
    });
}
