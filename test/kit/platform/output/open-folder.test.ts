import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createRecordingHttp } from "../../../../build/app/recording/recording.ts";
import { explainFolderError, openFolder, refuseOverlap } from "../../../../build/kit/platform/output/open-folder.ts";
import { createOutput } from "../../../../build/kit/platform/output/output.ts";
import type { Http } from "../../../../build/kit/platform/platform.ts";
import { lockFolder } from "../../../../build/kit/platform/state/state-lock.ts";
import { readStateManifest } from "../../../../build/kit/platform/state/state-manifest.ts";
import { OperationalError } from "../../../../build/lib/operational-error.ts";
import { makeTempFolder } from "../../../cleanup.ts";

let place: string;
const at = (name: string): string => join(place, name);
beforeEach(() => {
  place = makeTempFolder();
  writeFileSync(at("afile"), "");
});

function refuse(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(OperationalError);
    return (error as Error).message;
  }
  throw new Error("It was not refused");
}

const USES: [string, (folder: string) => unknown][] = [
  ["state", lockFolder],
  ["output", createOutput],
  ["recording", (folder) => createRecordingHttp({} as Http, folder, { now: () => 0 })],
];

describe("a folder that a build opens", () => {
  it("is made with those above it, and keeps no trace of the probe", () => {
    expect(openFolder("state", at("a/b"))).toBe(at("a"));
    expect(openFolder("state", at("a/b"))).toBeUndefined();
    expect(readdirSync(at("a/b"))).toEqual([]);
  });

  it.each(USES)("is refused in plain words where the %s folder is a file or below one", (use, open) => {
    expect(refuse(() => open(at("afile")))).toMatch(`The ${use} folder ${at("afile")} is a file: choose another`);
    expect(refuse(() => open(at("afile/x/y")))).toBe(
      `The ${use} folder ${at("afile/x/y")} cannot be made, because ${at("afile")} is a file: choose another folder.`,
    );
  });

  it.skipIf(!existsSync("/proc/self")).each(USES)("is refused where the system takes no new %s folder", (use, open) => {
    expect(refuse(() => open("/proc/none/here"))).toMatch(`The ${use} folder /proc/none/here cannot be written: `);
  });

  it.each(["EROFS", "EACCES", "EPERM", "ENOENT"])("is refused with a reason in words on %s", (code) => {
    const error = explainFolderError("output", "/x", Object.assign(new Error(code), { code }));
    expect(error).toBeInstanceOf(OperationalError);
    expect((error as Error).message).toMatch(/^The output folder \/x cannot be written: [a-z -]+\. Choose another/);
  });

  it("leaves any other error as it is", () => {
    const full = Object.assign(new Error("full"), { code: "ENOSPC" });
    expect(explainFolderError("state", "/x", full)).toBe(full);
  });

  it("that is a file is refused by whatever reads a state", () => {
    expect(refuse(() => readStateManifest(at("afile")))).toBe(
      `The state folder ${at("afile")} is a file: choose another folder.`,
    );
  });

  it("leaves nothing beside an output that is not published", () => {
    createOutput(at("new/site"));
    expect(readdirSync(place)).toEqual(["afile"]);
  });
});

describe("folders of one build", () => {
  const advice = "Name folders side by side.";

  it("are refused where one lies in another, whichever it is", () => {
    const inner = at("x/site");
    const outer = at("x");
    expect(refuse(() => refuseOverlap({ output: inner, state: outer }))).toBe(
      `The output folder ${inner} lies in the state folder ${outer}. ${advice}`,
    );
    expect(refuse(() => refuseOverlap({ output: outer, state: inner }))).toBe(
      `The state folder ${inner} lies in the output folder ${outer}. ${advice}`,
    );
    expect(refuse(() => refuseOverlap({ output: at("y"), state: outer, recording: inner }))).toContain(advice);
  });

  it("are refused where they are the same, also by a symbolic link", () => {
    mkdirSync(at("x"));
    symlinkSync(at("x"), at("link"));
    expect(refuse(() => refuseOverlap({ output: at("x"), state: at("x/.") }))).toBe(
      `The output folder and the state folder are both ${at("x")}. ${advice}`,
    );
    expect(refuse(() => refuseOverlap({ output: at("link/new"), state: at("x") }))).toContain(" lies in the state ");
  });

  it("are taken side by side, also where one name begins with the other", () => {
    refuseOverlap({ output: at("x"), state: at("x-state"), recording: at("..x") });
  });
});
