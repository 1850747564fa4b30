import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findHomepage, findSiteAddress, loadOwnConfig } from "../../../build/app/cli/kit/find-site-address.ts";
import { PROJECT } from "../../../build/app/cli/kit/installation.ts";
import { loadConfig } from "../../../build/config.ts";

afterEach(() => vi.unstubAllEnvs());
const { config } = loadConfig({});

describe("the URL of the published site", () => {
  it("is baseUrl, if configured", () => {
    vi.stubEnv("GITHUB_REPOSITORY", "ann/data");
    const baseUrl = "https://host.example/data/";
    expect(findSiteAddress({ ...config, siteHost: ["nginx"], baseUrl })).toBe(baseUrl);
  });

  it("is the repository's GitHub Pages, if the site is published there", () => {
    vi.stubEnv("GITHUB_REPOSITORY", "ann/data");
    expect(findSiteAddress({ ...config, siteHost: ["github-pages"], baseUrl: null })).toBe(
      "https://ann.github.io/data/",
    );
    expect(findSiteAddress({ ...config, siteHost: [], baseUrl: null })).toBe("https://ann.github.io/data/");
  });

  it("is unknown for other hosts", () => {
    vi.stubEnv("GITHUB_REPOSITORY", "ann/data");
    expect(findSiteAddress({ ...config, siteHost: ["nginx"], baseUrl: null })).toBeUndefined();
  });
});

describe("the homepage and the user agent", () => {
  it("are looked for in the folder that git knows as the checkout", () => {
    expect(existsSync(join(PROJECT, "package.json"))).toBe(true);
  });

  it("name the repository that runs the build", () => {
    vi.stubEnv("GITHUB_REPOSITORY", "ann/data");
    vi.stubEnv("GITHUB_SERVER_URL", "https://git.example.org");
    expect(loadOwnConfig({}).config).toMatchObject({
      homepage: "https://git.example.org/ann/data",
      userAgent: "open-crypto-data/0.1 (+https://git.example.org/ann/data)",
    });
    expect(loadOwnConfig({ homepage: "https://ann.example/" }).config).toMatchObject({
      homepage: "https://ann.example/",
      userAgent: "open-crypto-data/0.1 (+https://ann.example/)",
    });
    expect(loadOwnConfig({ userAgent: "own/1" }).config.userAgent).toBe("own/1");
  });

  it("are generic without a repository", () => {
    vi.stubEnv("GITHUB_REPOSITORY", "");
    // Without git the origin is unknown.
    vi.stubEnv("PATH", "/nowhere");
    expect(findHomepage()).toBeNull();
    expect(loadOwnConfig({}).config).toMatchObject({ homepage: null, userAgent: "open-crypto-data/0.1" });
  });

  it("are generic by default, and a first run restores only from a configured site", () => {
    expect(config).toMatchObject({ homepage: null, originalSite: null, userAgent: "open-crypto-data/0.1" });
  });
});
