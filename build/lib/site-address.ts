/**
 * Where GitHub Pages serves the site of a repository (`owner/name`): below the owner's own domain, in a folder of the repository's name
 * unless it is the owner's site itself. `undefined` where that is no name of a repository.
 */
export function findPagesAddress(repository: string): string | undefined {
  const [, owner, name] = /^([\w-]+)\/([\w.-]+)$/.exec(repository) ?? [];
  if (owner === undefined || name === undefined) return undefined;
  const domain = `${owner.toLowerCase()}.github.io`;
  return name.toLowerCase() === domain ? `https://${domain}/` : `https://${domain}/${name}/`;
}

/**
 * The web page of a repository out of the address of its remote, without credentials, by HTTPS;
 * `undefined` where that is a folder, a machine of one's own, or nothing that has a page.
 */
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

/** `owner/name` out of an address on GitHub: of the repository itself or of its remote, by HTTPS or SSH. */
export function findRepository(address: string): string | undefined {
  const [, owner, name] =
    /^(?:https:\/\/(?:[^@/]*@)?|ssh:\/\/git@|git@)github\.com[/:]([\w-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(address) ??
    [];
  return owner === undefined || name === undefined ? undefined : `${owner}/${name}`;
}

/**
 * How a program names itself where it asks, with the page of its repository as an address for
 * complaints.
 */
export function nameUserAgent(homepage: string | null, program = "open-crypto-data/0.1"): string {
  return homepage === null ? program : `${program} (+${homepage})`;
}
