import { afterEach, describe, expect, it, vi } from "vitest";
import { findSiteAddress } from "../../build/commands/find-site-address.ts";
import { loadConfig } from "../../build/config.ts";

afterEach(() => vi.unstubAllEnvs());
const { config } = loadConfig({});

describe("the address of the published site, as health and doctor know it", () => {
  it("is what the configuration says, before anything else", () => {
    vi.stubEnv("GITHUB_REPOSITORY", "ann/data");
    const baseUrl = "https://host.example/data/";
    expect(findSiteAddress({ ...config, siteHost: ["nginx"], baseUrl })).toBe(baseUrl);
  });

  it("is the Pages of the repository, where the site is published there", () => {
    vi.stubEnv("GITHUB_REPOSITORY", "ann/data");
    expect(findSiteAddress({ ...config, siteHost: ["github-pages"], baseUrl: null })).toBe(
      "https://ann.github.io/data/",
    );
    expect(findSiteAddress({ ...config, siteHost: [], baseUrl: null })).toBe("https://ann.github.io/data/");
  });

  it("is not known for another host, and never somebody else's", () => {
    vi.stubEnv("GITHUB_REPOSITORY", "ann/data");
    expect(findSiteAddress({ ...config, siteHost: ["nginx"], baseUrl: null })).toBeUndefined();
  });
});
