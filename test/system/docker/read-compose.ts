import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const read = (name: string): string =>
  readFileSync(new URL(`../../../.github/docker/${name}`, import.meta.url), "utf8");

/** One instruction of the Dockerfile: its name and the rest of its line. */
export interface Instruction {
  name: string;
  rest: string;
}

export function readDockerfile(): Instruction[] {
  return read("Dockerfile")
    .replace(/\\\n/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      return { name, rest };
    });
}

/** Paths that the image copies from the checkout. */
export function listCopied(): string[] {
  return readDockerfile().flatMap(({ name, rest }) => (name === "COPY" ? rest.split(/\s+/).slice(0, -1) : []));
}

/** The lines of the ignore file. */
export const readIgnored = (): string[] =>
  read("Dockerfile.dockerignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

const Service = z.strictObject({
  image: z.literal("open-crypto-data"),
  build: z.strictObject({ context: z.literal("../.."), dockerfile: z.literal(".github/docker/Dockerfile") }).optional(),
  restart: z.literal("unless-stopped"),
  read_only: z.literal(true),
  tmpfs: z.array(z.string()),
  cap_drop: z.tuple([z.literal("ALL")]),
  security_opt: z.array(z.string()),
  init: z.boolean(),
  profiles: z.array(z.string()).optional(),
  command: z.array(z.string()),
  environment: z.record(z.string(), z.string()).optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal("service_healthy") })).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()),
  stop_grace_period: z.string().optional(),
  healthcheck: z.strictObject({
    test: z.array(z.string()),
    interval: z.string(),
    timeout: z.string().optional(),
    start_period: z.string(),
    retries: z.number().optional(),
  }),
});

const Compose = z.object({
  name: z.string(),
  services: z.strictObject({ build: Service, serve: Service, live: Service }),
  volumes: z.record(z.string(), z.null()),
});

export function readCompose(): z.infer<typeof Compose> {
  return Compose.parse(parse(read("compose.yaml"), { merge: true }));
}
