import type { Endpoint } from "../api/endpoint.ts";
import type { ExplainedError } from "../api/error-response.ts";
import type { BaseWorld } from "../api/world.ts";
import type { Artifact } from "../platform/artifact.ts";
import type { PreviousAnswers } from "./responses.ts";
import type { ServiceDocument } from "./service-document.ts";

/** The declaration of an interface: its endpoints, and all else that its files follow from. */
export interface Api<World extends BaseWorld = BaseWorld> {
  endpoints: readonly Endpoint<World>[];
  about: About;
  /** Folders beside `api` that hold files of the interface as well. */
  roots: readonly string[];
  /** Kinds of the records behind documents about the whole build. */
  kinds: readonly string[];
  /** What each group of endpoints is about. */
  tags: Readonly<Record<string, string>>;
  errors: readonly ExplainedError[];
  /** The most useful first: a host with less room lacks the last ones. */
  trees: readonly OptionalTree[];
  /** Path of an answer → the other name of its file, for hosts that cannot find it by itself. */
  listAliases(world: World): ReadonlyMap<string, string>;
  /** Files of an optional tree beside the answers of its endpoints. */
  renderOptional(
    tree: { name: string; endpoints: readonly Endpoint<World>[] },
    world: World,
    previous?: PreviousAnswers,
  ): Iterable<Artifact> | AsyncIterable<Artifact>;
  /** Documents of this interface beside those that every interface has. */
  listDocuments(world: World): readonly ServiceDocument<World>[];
  renderDocuments(world: World, addresses: SiteAddresses): Iterable<Artifact> | AsyncIterable<Artifact>;
  /** A world with one thing of each kind: documents made from it are examples. */
  shorten(world: World): World;
}

/** What documents say of an interface. */
export interface About {
  /** The name of the project. */
  name: string;
  /** The name of the data package: lower-case, without blanks. */
  packageName: string;
  /** A sentence. */
  summary: string;
  /** A sentence, for the index. */
  description: string;
  /** Markdown, for OpenAPI. */
  guide: string;
  /** What the archives hold, and under which licences. */
  archives: string;
}

/** Files that a build may leave out as a whole. */
export interface OptionalTree {
  name: string;
  title: string;
  /** How many things it covers: as planned, then fewer where a host has less room. */
  coverage: readonly number[];
}

export interface SiteAddresses {
  /** Absolute, for feed readers. */
  homepage: string | null;
  /** The site's own address with a slash at the end, if it is known. */
  baseUrl?: string | null;
  /** The address of a copy of the site on another host, with a slash at the end. */
  mirrorUrl?: string | null;
}
