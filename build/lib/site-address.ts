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

/** `owner/name` out of an address on GitHub: of the repository itself or of its remote, by HTTPS or SSH. */
export function findRepository(address: string): string | undefined {
  const [, owner, name] =
    /^(?:https:\/\/(?:[^@/]*@)?|ssh:\/\/git@|git@)github\.com[/:]([\w-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(address) ??
    [];
  return owner === undefined || name === undefined ? undefined : `${owner}/${name}`;
}
