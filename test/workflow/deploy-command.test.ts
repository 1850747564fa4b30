import { describe, expect, it } from "vitest";
import { hosts } from "../../build/hosts/registry.ts";
import { DEPLOYABLE, getDeployment } from "../../build/workflow/deploy-command.ts";

describe("publishing to a host other than GitHub Pages", () => {
  it.each(DEPLOYABLE)("runs the program of %s at one exact version, with the token", (host) => {
    const { commands, environment } = getDeployment(host, "ada/prices", "secret");
    for (const [npx, yes, tool] of commands)
      expect([npx, yes, tool]).toEqual(["npx", "--yes", expect.stringMatching(/@\d+\.\d+\.\d+$/)]);
    expect(JSON.stringify([commands, environment]).includes("secret")).toBe(true);
  });

  it("exists only for known hosts", () => {
    const ids = hosts.map(({ id }) => id);
    expect(DEPLOYABLE.filter((host) => !ids.includes(host))).toEqual([]);
  });

  it("reports a missing token or an unsupported host", () => {
    expect(() => getDeployment("netlify", "ada/prices", null)).toThrow("secret SITE_TOKEN");
    expect(() => getDeployment("nginx", "ada/prices", "x")).toThrow('artifact "site"');
  });
});
