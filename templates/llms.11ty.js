export const data = { permalink: "llms.txt", eleventyExcludeFromCollections: true };

/** The API in short for language models (llms.txt convention). */
export function render({ shared, collections }) {
  const { site, documents, errors, recipes } = shared.data;
  const endpoints = site.endpoints.map(({ id, path, title, description, example }) => {
    const text = example === null ? `\`${path}\`` : `[${path}](${example})`;
    return `- ${text}: ${title}. ${description} [Reference](docs/api/${id}/index.md)`;
  });
  const guides = collections.all
    .filter(({ url }) => url.startsWith("/docs/") && !url.startsWith("/docs/api/"))
    .map(({ url, data: { title, description } }) => `- [${title}](${url.slice(1)}index.md): ${description}`);
  const address = site.baseUrl === null ? " In their code, `https://SITE` stands for the URL of the site." : "";
  return `# ${site.name}

> ${site.claim}

All paths are relative to the URL of this file. All requests are GET, without a key, from any origin. Every response of an endpoint is
\`{"data": …, "meta": …}\`; \`meta.updated_at\` is the time of its newest observation, \`meta.expires_at\` the time after which it is
outdated, \`meta.stale\` is true if a source is represented by an earlier response. Money is in USD, percentages are in percent units,
times are ISO 8601 in UTC, series use unix milliseconds. Unknown values are \`null\`, never zero. Computed data is CC0 as far as
the project holds rights in it. Values of a source keep its terms, and some sources forbid republishing: api/status.json lists them.
${site.sample ? "\nThis site contains invented demo data: every response has `meta.sample: true`.\n" : ""}
## Endpoints

${endpoints.join("\n")}

## Documentation

Every page of the documentation is also Markdown: \`index.md\` beside its \`index.html\`.${address}

- [API reference](docs/api/index.md): the response format, and every endpoint with its parameters and fields
${guides.join("\n")}

## Documents

- [api/index.json](api/index.json): all endpoints with parameters and a file to try, and these documents
${documents.map(({ path, title, mediaType }) => `- [${path}](${path}): ${title} (${mediaType})`).join("\n")}
- \`api/attestation.json\`, on sites that have it: the signed statement of the workflow and commit that api/manifest.json is from (Sigstore bundle)
- [client.js](client.js): answers any query in a browser or in Node, even on static hosts
- [client.d.ts](client.d.ts): TypeScript types of client.js, with the response of every path
- [Recipes](docs/use/index.md): lines to copy for ${recipes.map(({ name }) => name).join(", ")}
- [Errors](docs/errors/index.md): ${errors.map(({ code }) => `\`${code}\``).join(", ")}
`;
}
