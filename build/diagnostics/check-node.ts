import type { Finding } from "./finding.ts";

/** Whether this Node is new enough: `version` as `process.versions.node` has it, `engines` as `package.json` has it. */
export function checkNode(version: string, engines: string): Finding {
  const least = parse(engines);
  const own = parse(version);
  const old = own.major < least.major || (own.major === least.major && own.minor < least.minor);
  if (!old) return { subject: "node", level: "ok", detail: version };
  const advice = `Install Node ${least.major}.${least.minor} or later; workflows and the container use 24.`;
  return { subject: "node", level: "problem", detail: `${version} is older than ${engines}`, advice };
}

function parse(text: string): { major: number; minor: number } {
  const [, major = 0, minor = 0] = /(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return { major: Number(major), minor: Number(minor) };
}
