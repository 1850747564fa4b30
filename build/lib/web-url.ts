/** Whether a text begins as a URL of the web, not as a path. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** A path as a part of a URL: its slashes stay. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

const MAX_LENGTH = 2_000;

/** An absolute http(s) URL without credentials (`https://bank.example@evil.example` misleads). */
export function findWebUrl(value: unknown): URL | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (!/^https?:\/\//i.test(text) || text.length > MAX_LENGTH || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === "" && url.password === "" && url.hostname.includes(".") ? url : undefined;
}

/** The address on GitHub Pages: the owner's domain, in a folder unless it is the owner's site. */
export function findPagesAddress(repository: string): string | undefined {
  const [, owner, name] = /^([\w-]+)\/([\w.-]+)$/.exec(repository) ?? [];
  if (owner === undefined || name === undefined) return undefined;
  const domain = `${owner.toLowerCase()}.github.io`;
  return name.toLowerCase() === domain ? `https://${domain}/` : `https://${domain}/${name}/`;
}

/** The HTTPS page of a remote, without credentials. `undefined` for a folder or local machine. */
export function findWebAddress(remote: string): string | undefined {
  const [, sshHost, sshPath] = /^(?:[\w.-]+@)([\w.-]+):(?!\/\/)(.+)$/.exec(remote) ?? [];
  const text = sshHost === undefined ? remote : `ssh://${sshHost}/${sshPath}`;
  if (!/^(https?|ssh|git):\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname } = new URL(text);
  const path = pathname.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
  if (path === "" || !/\.[a-z][a-z0-9-]*$/i.test(hostname)) return undefined;
  // The port of another protocol is not that of the page.
  const isWeb = protocol === "https:" && port !== "";
  return `https://${hostname}${isWeb ? `:${port}` : ""}/${path}`;
}

/** `owner/name` from a GitHub address of a repository or remote, by HTTPS or SSH. */
export function findRepository(address: string): string | undefined {
  const [, owner, name] =
    /^(?:https:\/\/(?:[^@/]*@)?|ssh:\/\/git@|git@)github\.com[/:]([\w-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(address) ??
    [];
  return owner === undefined || name === undefined ? undefined : `${owner}/${name}`;
}

/**
 * The User-Agent, with the page of the repository for complaints. HTTP sends ASCII alone: other
 * characters of the URL are encoded.
 */
export function nameUserAgent(homepage: string | null, program = "open-crypto-data/0.1"): string {
  return homepage === null ? program : `${program} (+${new URL(homepage).href})`;
}
