/** What a step needs to be allowed to do. */
export type Needs = Readonly<Record<string, "read" | "write">>;

export interface KnownAction {
  /** The inputs that we use, from the action's `action.yml` at the pinned commit. */
  inputs: readonly string[];
  needs: Needs;
}

export const KNOWN_ACTIONS: Readonly<Record<string, KnownAction>> = {
  "actions/checkout": {
    inputs: ["repository", "ref", "path", "fetch-depth", "persist-credentials"],
    needs: { contents: "read" },
  },
  "actions/cache": { inputs: ["path", "key", "restore-keys", "enableCrossOsArchive", "fail-on-cache-miss"], needs: {} },
  "actions/cache/restore": {
    inputs: ["path", "key", "restore-keys", "enableCrossOsArchive", "fail-on-cache-miss", "lookup-only"],
    needs: {},
  },
  "actions/cache/save": { inputs: ["path", "key", "upload-chunk-size", "enableCrossOsArchive"], needs: {} },
  "actions/setup-node": { inputs: ["node-version", "node-version-file", "cache", "check-latest"], needs: {} },
  "actions/upload-artifact": {
    inputs: [
      "name",
      "path",
      "if-no-files-found",
      "retention-days",
      "compression-level",
      "overwrite",
      "include-hidden-files",
    ],
    needs: {},
  },
  "actions/download-artifact": { inputs: ["name", "path", "pattern", "merge-multiple"], needs: {} },
  "actions/configure-pages": { inputs: ["enablement", "static_site_generator"], needs: { pages: "read" } },
  "actions/upload-pages-artifact": { inputs: ["name", "path", "retention-days", "include-hidden-files"], needs: {} },
  "actions/deploy-pages": {
    inputs: ["artifact_name", "timeout", "error_count", "reporting_interval"],
    needs: { pages: "write", "id-token": "write" },
  },
  "actions/attest-build-provenance": {
    inputs: ["subject-path", "subject-name", "subject-digest", "subject-checksums", "show-summary"],
    needs: { attestations: "write", "id-token": "write" },
  },
};

/** What our commands do at GitHub, by their beginnings. */
export const KNOWN_COMMANDS: readonly (readonly [command: string, needs: Needs])[] = [
  ["npm run --silent workflow -- plan", { pages: "read" }],
  ["npm run --silent workflow -- remember", { contents: "write" }],
  ["npm run --silent workflow -- keep-alive", { actions: "write" }],
  ["npm run --silent workflow -- report", { issues: "write" }],
  ["npm run --silent workflow -- terms", { issues: "write" }],
];
