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
  /** The only ref that a push may write, such as `refs/heads/data`. */
  writes: string;
  environment: Readonly<Record<string, string | undefined>>;
}

const IDENTITY = "github-actions[bot]";
const ADDRESS = "41898282+github-actions[bot]@users.noreply.github.com";

/** Commands that talk to the server. */
const REMOTE_COMMANDS = ["fetch", "ls-remote", "push"];

/** Runs git in a folder. The token is in its environment only, never in its arguments. */
export function createGit({ folder, token, serverUrl, writes, environment }: GitOptions): Git {
  const credentials = token !== null && {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `http.${serverUrl}/.extraheader`,
    GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`,
  };
  return (args, env = {}) =>
    new Promise((resolve, reject) => {
      if (args[0] === "push") refuseOtherRefs(args.slice(1), writes);
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
          ...(REMOTE_COMMANDS.includes(args[0] ?? "") && credentials),
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

/** The token of a run can write every branch. A push goes to one, and never by force. */
function refuseOtherRefs(args: readonly string[], writes: string): void {
  const at = args.indexOf("--");
  const options = args.slice(0, Math.max(0, at));
  const [, ...refs] = args.slice(at + 1);
  const isAllowed = (option: string) => option === "--porcelain" || option.startsWith(`--force-with-lease=${writes}:`);
  const isOwn = (ref: string) => /^[0-9a-f]{40,64}:/.test(ref) && ref.slice(ref.indexOf(":") + 1) === writes;
  if (at >= 0 && options.every(isAllowed) && refs.length > 0 && refs.every(isOwn)) return;
  throw new OperationalError(`Only ${writes} may be pushed, not: git push ${args.join(" ")}`);
}
