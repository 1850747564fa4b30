import { html } from "../../public/js/html.js";
import { externalLink } from "./link.js";

export function footer(site, root, dataPages) {
  const credits = site.sources.flatMap(({ attribution }) => attribution ?? []);
  return html`<footer class="site-footer"><div class="wrap">
<div class="footer-columns">
<div><h2>Data</h2><ul>
${dataPages.map(
  ({ path, label }) => html`<li><a href="${root}${path}">${label}</a></li>
`,
)}</ul></div>
<div><h2>Your own copy</h2><ul>
<li><a href="${root}docs/hosts/">Hosts</a></li>
<li><a href="${root}docs/fork/">Fork and publish</a></li>
<li><a href="${root}docs/limits/">Size and limits</a></li>
<li><a href="${root}docs/bench/">Benchmarks</a></li>
</ul></div>
<div><h2>API</h2><ul>
<li><a href="${root}docs/api/">API reference</a></li>
<li><a href="${root}docs/use/">Recipes</a></li>
<li><a href="${root}api/index.json">API index</a></li>
<li><a href="${root}api/openapi.json">OpenAPI 3.1</a></li>
<li><a href="${root}client.js">client.js</a></li>
<li><a href="${root}llms.txt">llms.txt</a></li>
<li><a href="${root}docs/errors/">Errors</a></li>
<li><a href="${root}docs/changelog/">Changelog</a></li>
<li><a href="${root}docs/">All documentation</a></li>
</ul></div>
<div><h2>Data quality</h2><ul>
<li><a href="${root}status/">Status</a></li>
<li><a href="${root}status/corrections/">Corrections</a></li>
<li><a href="${root}api/manifest.json">File checksums</a></li>
<li><a href="${root}docs/methodology/">Methodology</a></li>
<li><a href="${root}docs/reliability/">Reliability</a></li>
<li><a href="${root}docs/policy/">Policy</a></li>
${site.repository !== null && html`<li>${externalLink(site.repository, "Source code")}</li>`}
</ul></div>
</div>
<section class="licences" aria-labelledby="footer-licence"><h2 id="footer-licence">Sources and licences</h2>
<p>Computed data is ${externalLink("https://creativecommons.org/publicdomain/zero/1.0/", "CC0")} as far as the project
holds rights in it. Values of a source keep its terms, and some sources forbid republishing: see
<a href="${root}docs/sources/">the terms of all ${site.sources.length} sources that are on</a>. The program is under the MIT licence. Not financial advice.</p>
${credits.length > 0 && html`<p>${listCredits(credits)}</p>`}
</section>
</div></footer>`;
}

/** `Data provided by CoinGecko (https://www.coingecko.com)`: the address becomes a link. */
const CREDIT = /^(.*?)(\S+) \((https:\/\/[^\s)]+)\)(.*)$/;

/** Credits in the same words are one sentence. */
function listCredits(credits) {
  /** @type {Map<string, { before: string, names: unknown[], after: string }>} */
  const sentences = new Map();
  for (const credit of credits) {
    const [, before, name, url, after] = CREDIT.exec(credit) ?? ["", credit, "", undefined, ""];
    const key = `${before}…${after}`;
    const names = sentences.get(key)?.names ?? [];
    sentences.set(key, { before, names: [...names, ...(url === undefined ? [] : [externalLink(url, name)])], after });
  }
  return [...sentences.values()].map(
    ({ before, names, after }, at) =>
      html`${at > 0 && " · "}${before}${names.map((name, nth) => html`${nth > 0 && ", "}${name}`)}${after}`,
  );
}
