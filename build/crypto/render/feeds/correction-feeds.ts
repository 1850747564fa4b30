import type { Artifact } from "../../../kit/platform/artifact.ts";
import type { SiteAddresses } from "../../../kit/render/api.ts";
import { type FeedItem, renderFeedFiles } from "../../../kit/render/feeds/feeds.ts";
import { DAY_MS, floorTo } from "../../../lib/time.ts";
import { CorrectionRow } from "../../api/endpoints/corrections.ts";
import type { World } from "../../api/world.ts";
import { describeFeed, MAX_ITEMS, SITE_ROOT } from "./describe-feed.ts";

/** The Atom id of the feed. */
const FEED_ID = "urn:uuid:5f0f8a0e-6f0b-4c58-9c2e-3c6c3f1b7a52";

/** The same three forms as of the news. Also without an entry, so that readers can subscribe. */
export function renderCorrectionFeeds(world: World, addresses: SiteAddresses): Artifact[] {
  const { corrections = [], market } = world;
  const about = describeFeed(world, addresses, {
    id: FEED_ID,
    name: "corrections",
    description: "Closed values that a later build changed, newest first.",
    updatedAtMs: corrections[0]?.timeMs ?? floorTo(market.asOfMs, DAY_MS),
  });
  const items = corrections.slice(0, MAX_ITEMS).map((correction): FeedItem => {
    const { id, coin, dataset, ...row } = CorrectionRow.compute(correction);
    return {
      url: `${addresses.baseUrl ?? SITE_ROOT}status/corrections/#${id}`,
      title: describeCorrection({ coin, dataset, ...row }),
      source: { name: about.title, url: about.site },
      author: null,
      publishedAtMs: correction.timeMs,
      tags: [dataset, ...(coin === null ? [] : [coin])],
    };
  });
  return renderFeedFiles(items, about);
}

/**
 * `hours, bitcoin, price, 2026-11-20T09:00:00Z: 101 → 102 (its own price arrived later)`, or
 * `days, bitcoin, price, 12 values by up to 0.4000%, 2026-11-01T00:00:00Z to … (…)`.
 */
function describeCorrection(row: Omit<CorrectionRow, "id" | "time">): string {
  const { dataset, coin, field, from, to, count, reason, largest_change_percentage: largest } = row;
  const what = [dataset, coin, field].filter((word) => word !== null).join(", ");
  if (count === 1 && row.old !== null) return `${what}, ${from}: ${row.old} → ${row.new ?? "none"} (${reason})`;
  const most = largest === null ? "" : ` by ${renderSize(largest)}`;
  return `${what}, ${count} values${most}, ${from} to ${to} (${reason})`;
}

/** In the form of the page of corrections. */
function renderSize(percent: number): string {
  const digits = { minimumFractionDigits: 4, maximumFractionDigits: 4 };
  return percent < 0.0001 ? "less than 0.0001%" : `up to ${percent.toLocaleString("en-US", digits)}%`;
}
