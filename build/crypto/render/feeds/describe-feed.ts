import type { SiteAddresses } from "../../../kit/render/api.ts";
import { markDescription } from "../../../kit/render/demo-mark.ts";
import type { About } from "../../../kit/render/feeds/feeds.ts";
import type { FeedName } from "../../api/layout.ts";
import type { World } from "../../api/world.ts";

/** The root of the site as seen from its feeds. */
export const SITE_ROOT = "../";

/** Readers show the newest items; pages and other responses have all. */
export const MAX_ITEMS = 100;

/**
 * What a feed of the site says of itself. RSS needs an absolute address: `baseUrl`, else
 * `homepage`, else a relative link to the root. Links to the feeds are absolute if `baseUrl` is
 * known.
 */
export function describeFeed(
  world: World,
  { homepage, baseUrl = null }: SiteAddresses,
  { name, description, ...rest }: { name: FeedName; id: string; description: string; updatedAtMs: number },
): About {
  return {
    ...rest,
    name,
    title: `Open Crypto Data: ${name}${world.sample ? " (sample data)" : ""}`,
    description: markDescription(description, world),
    homepage,
    site: baseUrl ?? homepage ?? SITE_ROOT,
    selfOf: (file) => (baseUrl === null ? file : new URL(`api/${file}`, baseUrl).href),
  };
}
