import { computeEtag, type TreeFile } from "../node/tree-file.ts";

/**
 * A file out of a host's answer; `undefined` where the answer says that there is none: 404, a redirect to a page, or a page
 * with status 200, which hosts of single-page applications send for any unknown path. Nothing that is read so is a page.
 * Throws for every other status: nobody knows then whether the file exists.
 */
export async function readFetched(response: Response): Promise<TreeFile | undefined> {
  const { status, headers } = response;
  if (status === 200 && !isPage(response)) {
    const body = new Uint8Array(await response.arrayBuffer());
    // Weak or not. Hosts hide it from other sites; once computed, it is kept with the file.
    const etag = computeEtag({ body, etag: /"(.+)"/.exec(headers.get("etag") ?? "")?.[1] });
    return { body, etag };
  }
  // An unread body would hold its connection.
  await response.body?.cancel();
  if (status < 400 || status === 404) return undefined;
  throw new Error(`${status}`);
}

export function isPage({ headers }: Response): boolean {
  return (headers.get("content-type") ?? "").startsWith("text/html");
}
