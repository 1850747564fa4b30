import { OperationalError } from "../../lib/operational-error.ts";
import { caddy } from "./caddy.ts";
import { cloudflare } from "./cloudflare.ts";
import { cloudflarePages } from "./cloudflare-pages.ts";
import { cloudfront } from "./cloudfront.ts";
import { firebase } from "./firebase.ts";
import { githubPages } from "./github-pages.ts";
import { type Host, none } from "./host.ts";
import { netlify } from "./netlify.ts";
import { nginx } from "./nginx.ts";
import { s3 } from "./s3.ts";
import { vercel } from "./vercel.ts";

export const hosts: readonly Host[] = [
  githubPages,
  cloudflare,
  cloudflarePages,
  netlify,
  vercel,
  firebase,
  s3,
  cloudfront,
  nginx,
  caddy,
  none,
];

/**
 * A host with the limits of its plan: the free one, unless the site's setting `paidHosts` names it.
 */
export function getHost(id: string, paidHosts: readonly string[] = []): Host {
  paidHosts.forEach(find);
  const { freePlan, ...host } = find(id);
  if (freePlan === undefined || paidHosts.includes(id)) return host;
  return { ...host, limits: { ...host.limits, ...freePlan.limits }, freePlan };
}

function find(id: string): Host {
  const host = hosts.find((candidate) => candidate.id === id);
  if (host === undefined) {
    throw new OperationalError(`There is no host "${id}". Known: ${hosts.map((known) => known.id).join(", ")}.`);
  }
  return host;
}
