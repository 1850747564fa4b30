import type { Artifact } from "../../../kit/platform/artifact.ts";
import type { SiteAddresses } from "../../../kit/render/api.ts";
import { type FeedItem, renderFeedFiles } from "../../../kit/render/feeds/feeds.ts";
import { DAY_MS, floorTo, renderTime } from "../../../lib/time.ts";
import type { BuildTrace, Outage } from "../../api/run-report.ts";
import type { World } from "../../api/world.ts";
import { describeFeed, MAX_ITEMS, SITE_ROOT } from "./describe-feed.ts";

/** The Atom id of the feed. */
const FEED_ID = "urn:uuid:9a4f2f1c-7b0d-4a86-8f2e-61d0c5b3e914";

interface Event extends Pick<FeedItem, "title" | "publishedAtMs" | "tags"> {
  /** Unique and lasting: what it is about, and when. */
  id: string;
}

/**
 * What went wrong and what is well again: sources that stopped answering and answer again, and
 * builds that the checks refused, so that the site kept its older answers. Also without an item.
 */
export function renderStatusFeeds(world: World, addresses: SiteAddresses): Artifact[] {
  const { builds, outages } = world.run;
  const events = [...outages.flatMap(describeOutage), ...builds.flatMap(describeRefusal)]
    .sort((a, b) => b.publishedAtMs - a.publishedAtMs || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_ITEMS);
  const about = describeFeed(world, addresses, {
    id: FEED_ID,
    name: "status",
    description: "Sources that stopped answering or answer again, and builds that were refused, newest first.",
    updatedAtMs: events[0]?.publishedAtMs ?? floorTo(world.market.asOfMs, DAY_MS),
  });
  const items = events.map(
    ({ id, ...event }): FeedItem => ({
      ...event,
      url: `${addresses.baseUrl ?? SITE_ROOT}status/#${id}`,
      source: { name: about.title, url: about.site },
      author: null,
    }),
  );
  return renderFeedFiles(items, about);
}

function describeOutage({ id, name, fromMs, noticedMs, endedMs }: Outage): Event[] {
  const begun: Event = {
    id: nameEvent(id, noticedMs),
    title: `${name} has not answered since ${renderTime(fromMs)}`,
    publishedAtMs: noticedMs,
    tags: [id, "outage"],
  };
  if (endedMs === null) return [begun];
  const ended: Event = {
    id: nameEvent(id, endedMs),
    title: `${name} answers again, after an outage from ${renderTime(fromMs)} on`,
    publishedAtMs: endedMs,
    tags: [id, "recovery"],
  };
  return [ended, begun];
}

function describeRefusal({ timeMs, passed, failedChecks }: BuildTrace): Event[] {
  if (passed) return [];
  const checks = failedChecks.length === 0 ? "" : `: ${failedChecks.join(", ")}`;
  return [
    {
      id: nameEvent("build", timeMs),
      title: `The checks refused a build; the site kept its last good answers${checks}`,
      publishedAtMs: timeMs,
      tags: ["build"],
    },
  ];
}

/** `kraken-2026-11-20T09:00:00Z`. */
function nameEvent(what: string, timeMs: number): string {
  return `${what}-${renderTime(timeMs)}`;
}
