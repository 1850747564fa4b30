import { describe, expect, it } from "vitest";
import { sources } from "../../../build/sources/registry.ts";
import { checkCase, checkRefusal } from "./case.ts";
import { inventedCases } from "./invented-cases.ts";
import { samples } from "./samples.ts";
import { venueCases } from "./venue-cases.ts";
import { venueRefusals } from "./venue-refusals.ts";

const name = ({ source, feed, title }: (typeof venueCases)[number]) => `${source.id} ${feed}: ${title}`;

it.each(inventedCases.map((each) => [name(each), each] as const))("invented: reads %s", (_, each) => checkCase(each));

describe.skipIf(!samples.available)("recorded bodies (skipped where the folder is absent)", () => {
  it.each(venueCases.map((each) => [name(each), each] as const))("reads %s", (_, each) => checkCase(each));

  const title = ({ source, file, refused }: (typeof venueRefusals)[number]) => `${source.id}: ${refused} of ${file}`;
  it.each(venueRefusals.map((each) => [title(each), each] as const))("refuses %s", (_, each) => checkRefusal(each));

  it("cover every venue", () => {
    const covered = new Set(venueCases.map(({ source }) => source.id));
    expect(sources.filter(({ id, venue }) => venue !== undefined && !covered.has(id))).toEqual([]);
  });
});
