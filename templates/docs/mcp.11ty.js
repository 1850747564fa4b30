import { html } from "../../public/js/html.js";
import { codeBlock, sentence } from "../components/code.js";
import { rootOf } from "../components/link.js";
import { addressOf } from "../components/snippets.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/mcp/index.html",
  group: "API",
  title: "Assistants and agents",
  description: "Connect Claude and other assistants by the Model Context Protocol, and the documentation in Markdown.",
  words: "mcp ai llm chatbot",
  styles: ["docs.css"],
};

export function render({ page, shared }) {
  const { site, tools } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Assistants and agents</h1>
<p class="lead">Let an assistant ask this site for current and past prices, and why a price is what it is. A program on
your machine answers it by the Model Context Protocol (MCP). You need no key.</p>
<section class="article" aria-labelledby="add"><h2 id="add">Add the server</h2>
<p>Clone the project and install its packages, with Node 20.19 or later:</p>
${codeBlock("mcp-install", renderInstall(site), "Install", "bash")}
<p>Most MCP clients, such as Claude Desktop, Cursor and Windsurf, read a file of this form. Write the folder of your
clone instead of <code>/path/to/open-crypto-data</code>:</p>
${codeBlock("mcp-config", renderConfiguration("mcpServers", listCommand(site)), "Configuration of an MCP client", "json")}
<p>VS Code reads the same under another name, in <code>.vscode/mcp.json</code>:</p>
${codeBlock("mcp-vscode", renderConfiguration("servers", listCommand(site)), "Configuration of VS Code", "json")}
<p><code>--site</code> takes the address of any published site, or a folder with one, such as
<code>./dist</code>. A folder works without a network.</p></section>
<section class="article" aria-labelledby="package"><h2 id="package">As a package</h2>
<p>Make the package in the clone, and install its file in any folder. The server then does not need the clone:</p>
${codeBlock("mcp-pack", "npm pack\nnpm install --prefix /path/to/folder open-crypto-data-*.tgz", "Package", "bash")}
<p>There, <code>npx open-crypto-data mcp --site ${addressOf(site)}/</code> starts the server. In the configuration of a
client:</p>
${codeBlock("mcp-package", renderConfiguration("mcpServers", listPackageCommand(site)), "Configuration with the package", "json")}
</section>
<section aria-labelledby="tools"><h2 id="tools">Tools</h2>
<p class="before-table">Each tool answers in words, and with the same values as JSON. Its schema states the unit of
each value. An unknown value is <code>null</code>, never zero. Each answer says when it expires, and whether it has.</p>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="tools"><table class="fields"><thead><tr>
<th scope="col">Tool</th><th scope="col">Arguments</th><th scope="col">Meaning</th></tr></thead>
<tbody>${tools.map(
    ({ name, description, fields }) => html`<tr><th scope="row"><code>${name}</code></th>
<td>${fields.map((field, at) => html`${at > 0 && ", "}<code>${field}</code>`)}${fields.length === 0 && "none"}</td>
<td class="prose">${sentence(description)}</td></tr>`,
  )}</tbody></table></div>
<p class="note after-table">A wrong argument, an unknown coin or a site that cannot be read is an error with a sentence
that says what to do.</p></section>
<section class="article" aria-labelledby="markdown"><h2 id="markdown">Documentation in Markdown</h2>
<p>Every page of this documentation is also Markdown, <code>index.md</code> beside its <code>index.html</code>.
<a href="${root}llms.txt">llms.txt</a> names all of them.</p></section>
`);
}

const listCommand = (site) => [
  "npm",
  ...["--silent", "--prefix", "/path/to/open-crypto-data", "run", "mcp", "--", "--site", html`${addressOf(site)}/`],
];

const listPackageCommand = (site) => [
  "/path/to/folder/node_modules/.bin/open-crypto-data",
  ...["mcp", "--site", html`${addressOf(site)}/`],
];

function renderInstall({ repository }) {
  const url = repository ?? "https://github.com/OWNER/REPOSITORY";
  return `git clone ${url} open-crypto-data\ncd open-crypto-data && npm ci`;
}

/**
 * Each argument has a line of its own: a script writes the address of the site into the last one,
 * which must not move what follows. `name`: what the client calls its servers.
 *
 * @param {string} name
 * @param {unknown[]} words
 */
function renderConfiguration(name, [command, ...args]) {
  return html`{
  "${name}": {
    "open-crypto-data": {
      "command": "${command}",
      "args": [
${args.map((arg, at) => html`${at > 0 && ",\n"}        "${arg}"`)}
      ]
    }
  }
}`;
}
