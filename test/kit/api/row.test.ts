import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  count,
  defineRow,
  field,
  listOf,
  maybeMoney,
  maybeTime,
  oneOf,
  text,
  time,
} from "../../../build/kit/api/row.ts";

interface Club {
  title: string;
  worth: number | null;
  founded: number;
  closed: number | null;
  members: readonly string[];
  state: "open" | "closed";
}

const MemberRow = defineRow<string>()("A member", { name: text("Name of the member", (name) => name) });

const ClubRow = defineRow<Club>()("A club", {
  name: text("Name of the club", (club) => club.title),
  worth: maybeMoney("What it owns", (club) => club.worth),
  founded: time("When it opened", (club) => club.founded),
  closed: maybeTime("When it closed", (club) => club.closed),
  state: oneOf(["open", "closed"], "Whether it is open", (club) => club.state),
  size: count("Number of members", (club) => club.members.length),
  members: listOf("All members", MemberRow, (club) => club.members),
});

const CLUB: Club = { title: "Chess", worth: null, founded: 0, closed: null, members: ["Ann"], state: "open" };
const ROW = {
  name: "Chess",
  worth: null,
  founded: "1970-01-01T00:00:00Z",
  closed: null,
  state: "open",
  size: 1,
  members: [{ name: "Ann" }],
};

describe("defineRow", () => {
  it("computes the values in the order of the fields", () => {
    expect(JSON.stringify(ClubRow.compute(CLUB))).toBe(JSON.stringify(ROW));
  });

  it("accepts exactly its own rows", () => {
    expect(ClubRow.schema.parse(ClubRow.compute(CLUB))).toEqual(ROW);
    expect(ClubRow.schema.safeParse({ ...ROW, other: 1 }).success).toBe(false);
    expect(ClubRow.schema.safeParse({ ...ROW, size: -1 }).success).toBe(false);
  });

  it("describes a field with the same words in JSON and in tables", () => {
    expect(ClubRow.schema.description).toBe("A club");
    expect(ClubRow.schema.shape.name.description).toBe("Name of the club");
    expect(ClubRow.columns.name.description).toBe("Name of the club.");
    expect(ClubRow.schema.shape.worth.description).toBe("What it owns. In meta.currency");
    expect(ClubRow.columns.worth).toMatchObject({ name: "worth", type: "number", unit: "USD" });
    expect(ClubRow.columns.founded).toMatchObject({ type: "datetime", description: "When it opened, UTC." });
  });

  it("has a column for every field that a cell can hold", () => {
    const columns = Object.values(ClubRow.columns);
    expect(columns.map(({ name }) => name)).toEqual(["name", "worth", "founded", "closed", "state", "size"]);
    expect(columns.map(({ value }) => value(CLUB))).toEqual(["Chess", null, 0, null, "open", 1]);
  });

  it("refuses a value of the wrong type when it is compiled", () => {
    defineRow<Club>()("A club", {
      // @ts-expect-error a text may not be a number
      name: text("Name of the club", (club) => club.members.length),
      // @ts-expect-error a count is never null
      size: count("Number of members", (club) => club.worth),
      // @ts-expect-error the source has no such member
      worth: maybeMoney("What it owns", (club) => club.price),
      // @ts-expect-error "open" is not among the words
      state: oneOf(["closed"], "Whether it is open", (club) => club.state),
      // @ts-expect-error the schema wants a boolean
      active: field(z.boolean(), (club) => club.state),
      // @ts-expect-error times are numbers here
      founded: time("When it opened", (club) => club.title),
      // @ts-expect-error a member is a text
      members: listOf("All members", MemberRow, (club) => [club.founded]),
    });
    // @ts-expect-error a list has no column
    expect(ClubRow.columns.members).toBeUndefined();
    const { name }: { name: string } = ClubRow.compute(CLUB);
    // @ts-expect-error a name is a text
    const size: number = ClubRow.compute(CLUB).name;
    expect([name, size]).toEqual(["Chess", "Chess"]);
  });
});
