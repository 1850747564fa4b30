import { html } from "../../public/js/html.js";
import { codeBlock, sentence } from "../components/code.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/servers/index.html",
  group: "Your own copy",
  order: 3,
  title: "Plain file servers",
  description: "Settings of Apache, lighttpd, Caddy and other file servers, and copies without half-updated files.",
  styles: ["docs.css"],
};

export function render({ page, shared }) {
  const { servers, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const { list, copy, first, replace } = servers;
  return String(html`
<h1>Plain file servers</h1>
<p class="lead">Serve your copy from any web server: build it for the <a href="${root}docs/hosts/#none">host
<code>none</code></a>, and copy the settings below.</p>
<p class="text">Every link of the API is the name of a file. No server allows CORS by default, so browsers refuse the API to
other sites until you set a header.</p>
<section aria-labelledby="servers"><h2 id="servers">Servers without settings</h2>
<p class="before-table">All of them answer file names, such as <code>/api/coins.json</code>.
nginx is a <a href="${root}docs/hosts/#nginx">host of its own</a>, with all listed queries.</p>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="servers"><table><thead><tr>
<th scope="col">Server</th><th scope="col"><code>/api/coins</code></th>
<th scope="col"><code>.csv.gz</code> archives</th><th scope="col">Cache-Control</th></tr></thead>
<tbody>${list.map(
    ({ id, name, listsFolders, unpacksArchives, maxAge }) => html`<tr>
<th scope="row"><a href="#${id}">${name}</a></th><td>${
      listsFolders ? "an HTML listing, with status 200" : "an error"
    }</td><td>${unpacksArchives ? "unpacked by programs" : "unchanged"}</td>
<td>${maxAge === null ? "none" : `${maxAge.toLocaleString("en-US")} seconds`}</td></tr>`,
  )}</tbody></table></div>
<p class="text">Without Cache-Control, browsers keep a response for a time that they guess.
The settings below send the age of each file, the types that servers do not know, and CORS.</p></section>
${list.map(serverSection)}
<section aria-labelledby="stores"><h2 id="stores">Object stores</h2>
<p class="text">Stores like S3 guess the type of a file from its name, and take an archive for <code>text/csv</code>.
<code>npm run publish</code> uploads to <a href="${root}docs/stores/">any store with S3’s interface</a>
with the right types.</p></section>
<section aria-labelledby="copies"><h2 id="copies">Copies to a server</h2>
<p class="text">A build replaces <code>dist/</code> by a rename. To copy it to another machine,
let rsync put all changed files in place at the end, and delete after that:</p>
${codeBlock("copy", copy, "Copy a build", "bash")}
<p class="text">To replace all files at the same moment, copy each build to a folder of its own, and move a link to it.
The root of the server is the link <code>live</code>, and Apache needs <code>Options FollowSymLinks</code> (its
default). If <code>live</code> is still the folder of earlier copies, turn it into a release once:</p>
${codeBlock("first", first, "Turn the folder of copies into a release", "bash")}
<p class="text">Then, for each build:</p>
${codeBlock("replace", replace, "Replace a release", "bash")}</section>
`);
}

function serverSection({ id, name, notes, command, settings }) {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>
${notes.map((note) => html`<p class="text">${sentence(note)}</p>`)}
${command !== undefined && codeBlock(`${id}-command`, command, `Command of ${name}`, "bash")}
${
  settings !== undefined &&
  html`<details class="dataset"><summary><code>${settings.file}</code></summary>${codeBlock(
    `${id}-settings`,
    settings.text,
    settings.file,
    settings.file.endsWith(".json") ? "json" : undefined,
  )}</details>`
}</section>`;
}
