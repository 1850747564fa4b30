export const data = { permalink: "llms.txt", eleventyExcludeFromCollections: true };

/** What a language model needs to use the interface, by the convention of llms.txt. */
export function render({ shared }) {
  const { site, errors } = shared.data;
  const endpoints = site.endpoints.map(({ path, title, description, example }) => {
    const text = example === null ? `\`${path}\`` : `[${path}](${example})`;
    return `- ${text}: ${title}. ${description}`;
  });
  return `# ${site.name}

> ${site.claim}

All paths are relative to the address of this file. Everything is GET, without a key, and may be read from any origin. Every answer is
\`{"data": …, "meta": …}\`; \`meta.updated_at\` is when its newest observation was made, \`meta.expires_at\` when newer data should be
there, \`meta.stale\` whether a source fell back to an earlier answer. Money is in USD, percentages are in percent units, times are ISO 8601
in UTC, series hold unix milliseconds. Unknown values are \`null\`, never zero. What the project computes is CC0; values of a source keep its terms.
${site.sample ? "\nThis site holds invented sample data: every answer says `meta.sample: true`.\n" : ""}
## Endpoints

${endpoints.join("\n")}

## Documents

- [Everything there is](api/index.json): endpoints, parameters, examples
- [OpenAPI 3.1](api/openapi.json): the whole interface for programs
- [Status](api/status.json): sources with age, licence and attribution
- [Manifest](api/manifest.json): every file with size and SHA-256
- [client.js](client.js): answers any query in a browser or in Node where the host answers only files
- [Errors](docs/errors/): ${errors.map(({ code }) => `\`${code}\``).join(", ")}
`;
}
