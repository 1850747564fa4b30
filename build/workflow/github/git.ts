import { spawn } from "node:child_process";
import { OperationalError } from "../../lib/operational-error.ts";

/** Runs git and resolves with its standard output. Rejects with a `GitError`. */
export type Git = (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<string>;

/** `output` is everything that git printed; callers use it to tell rejections apart. */
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
  /** Sent as a header for this command only; never stored on disk. */
  token: string | null;
  serverUrl: string;
  environment: Readonly<Record<string, string | undefined>>;
}

const IDENTITY = "github-actions[bot]";
const ADDRESS = "41898282+github-actions[bot]@users.noreply.github.com";

export function createGit({ folder, token, serverUrl, environment }: GitOptions): Git {
  const credentials = token !== null && {
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
          // No prompts, no machine settings, messages in English.
          GIT_TERMINAL_PROMPT: "0",
          GIT_CONFIG_NOSYSTEM: "1",
          GIT_CONFIG_GLOBAL: "/dev/null",
          LC_ALL: "C",
          GIT_AUTHOR_NAME: IDENTITY,
          GIT_AUTHOR_EMAIL: ADDRESS,
          GIT_COMMITTER_NAME: IDENTITY,
          GIT_COMMITTER_EMAIL: ADDRESS,
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
