export const data = { permalink: "llms.txt", eleventyExcludeFromCollections: true };

/** The API in short for language models (llms.txt convention). */
export function render({ shared }) {
  const { site, errors } = shared.data;
  const endpoints = site.endpoints.map(({ path, title, description, example }) => {
    const text = example === null ? `\`${path}\`` : `[${path}](${example})`;
    return `- ${text}: ${title}. ${description}`;
  });
  return `# ${site.name}

> ${site.claim}

All paths are relative to the URL of this file. All requests are GET, without a key, from any origin. Every response is
\`{"data": …, "meta": …}\`; \`meta.updated_at\` is the time of its newest observation, \`meta.expires_at\` the time after which it is
outdated, \`meta.stale\` is true if a source is represented by an earlier response. Money is in USD, percentages are in percent units,
times are ISO 8601 in UTC, series use unix milliseconds. Unknown values are \`null\`, never zero. Computed data is CC0; values of a
source keep its terms.
${site.sample ? "\nThis site contains invented demo data: every response has `meta.sample: true`.\n" : ""}
## Endpoints

${endpoints.join("\n")}

## Documents

- [API index](api/index.json): endpoints, parameters, examples
- [OpenAPI 3.1](api/openapi.json): the complete API description
- [Status](api/status.json): sources with age, licence and attribution
- [Manifest](api/manifest.json): every file with size and SHA-256
- [client.js](client.js): answers any query in a browser or in Node, even on static hosts
- [Errors](docs/errors/): ${errors.map(({ code }) => `\`${code}\``).join(", ")}
`;
}
