/**
 * The project of each peer: path in its folder → text. Each publishes every answer below
 * `$PEERS_INPUT/answers` at the paths that `paths.json` lists.
 */
export type Project = Readonly<Record<string, string>>;

const renderPackage = (dependencies: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify({ private: true, type: "module", dependencies });

/** The start of a module: reads the list of paths, and the answer at a path. */
const READ = `import { readFile } from "node:fs/promises";
const read = async (file) => JSON.parse(await readFile(\`\${process.env.PEERS_INPUT}/\${file}\`, "utf8"));
const listPaths = async () => (await read("paths.json")).paths;
const readAnswer = (path) => read(\`answers/\${path}\`);
`;

const eleventy: Project = {
  "package.json": renderPackage(),
  // Git ignores the project's folder, but its templates must be used.
  "eleventy.config.js": `export default function configure(config) {
  config.setUseGitIgnore(false);
  return { dir: { input: "pages", output: "output" } };
}
`,
  "pages/answers.11ty.js": `import { readFileSync } from "node:fs";
const read = (file) => JSON.parse(readFileSync(\`\${process.env.PEERS_INPUT}/\${file}\`, "utf8"));

export const data = {
  ...read("paths.json"),
  pagination: { data: "paths", size: 1, alias: "path" },
  permalink: ({ path }) => path,
  eleventyExcludeFromCollections: true,
};
export const render = ({ path }) => JSON.stringify(read(\`answers/\${path}\`));
`,
};

const astro: Project = {
  "package.json": renderPackage({ astro: "5.18.2" }),
  "astro.config.js": `import { defineConfig } from "astro/config";
export default defineConfig({ outDir: "./output" });
`,
  "src/pages/[...path].json.js": `${READ}
export const getStaticPaths = async () =>
  (await listPaths()).map((path) => ({ params: { path: path.replace(/\\.json$/, "") } }));
export const GET = async ({ params }) => Response.json(await readAnswer(\`\${params.path}.json\`));
`,
};

/** Hugo reads nothing outside of its folder, which has a link to the input. */
const hugo: Project = {
  "hugo.toml": `# Only what the template of the home page writes.
disableKinds = ["404", "RSS", "section", "sitemap", "taxonomy", "term"]
publishDir = "output"
`,
  "layouts/index.html": `{{- range (transform.Unmarshal (os.ReadFile "input/paths.json")).paths }}
{{- $answer := transform.Unmarshal (os.ReadFile (printf "input/answers/%s" .)) }}
{{- (resources.FromString . (jsonify $answer)).Publish }}
{{- end }}
`,
};

const sveltekit: Project = {
  "package.json": renderPackage({
    "@sveltejs/adapter-static": "3.0.10",
    "@sveltejs/kit": "2.70.4",
    "@sveltejs/vite-plugin-svelte": "6.2.4",
    svelte: "5.57.3",
    vite: "7.3.8",
  }),
  "svelte.config.js": `import adapter from "@sveltejs/adapter-static";
export default { kit: { adapter: adapter({ pages: "output" }), prerender: { crawl: false } } };
`,
  "vite.config.js": `import { sveltekit } from "@sveltejs/kit/vite";
import { defineConfig } from "vite";
export default defineConfig({ plugins: [sveltekit()] });
`,
  "src/app.html": `<!doctype html>
<html lang="en">
  <head>
    %sveltekit.head%
    <title>Answers</title>
  </head>
  <body>
    %sveltekit.body%
  </body>
</html>
`,
  "src/routes/[...path]/+server.js": `import { json } from "@sveltejs/kit";
${READ}
export const prerender = true;
export const entries = async () => (await listPaths()).map((path) => ({ path }));
export const GET = async ({ params }) => json(await readAnswer(params.path));
`,
};

const next: Project = {
  "package.json": renderPackage({ next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" }),
  // Next would take the nearest lock file above its folder for the root.
  "next.config.js": `export default { output: "export", turbopack: { root: import.meta.dirname } };
`,
  "app/[...path]/route.js": `${READ}
export const dynamic = "force-static";
export const generateStaticParams = async () => (await listPaths()).map((path) => ({ path: path.split("/") }));
export const GET = async (_request, { params }) => Response.json(await readAnswer((await params).path.join("/")));
`,
};

/** By the id of the peer. */
export const PROJECTS: ReadonlyMap<string, Project> = new Map(
  Object.entries({ eleventy, astro, hugo, sveltekit, next }),
);
