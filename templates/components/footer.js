import { html } from "./html.js";
import { externalLink } from "./link.js";

export function footer(site, root) {
  const credits = site.sources.flatMap(({ attribution }) => attribution ?? []);
  return html`<footer class="site-footer"><div class="wrap">
<div class="footer-columns">
<section aria-labelledby="footer-see"><h2 id="footer-see">See it</h2><ul>
<li><a href="${root}market/">Market</a></li>
<li><a href="${root}exchanges/">Exchanges</a></li>
<li><a href="${root}defi/">DeFi</a></li>
<li><a href="${root}news/">News</a></li>
<li><a href="${root}fear-greed/">Fear &amp; Greed Index</a></li>
<li><a href="${root}exchange-rates/">Exchange rates</a></li>
<li><a href="${root}archives/">Archives</a></li>
</ul></section>
<section aria-labelledby="footer-use"><h2 id="footer-use">Use it</h2><ul>
<li><a href="${root}docs/api/">API reference</a></li>
<li><a href="${root}api/index.json">Everything there is</a></li>
<li><a href="${root}api/openapi.json">OpenAPI 3.1</a></li>
<li><a href="${root}client.js">client.js</a></li>
<li><a href="${root}llms.txt">llms.txt</a></li>
<li><a href="${root}docs/errors/">Errors</a></li>
<li><a href="${root}docs/changelog/">Changelog</a></li>
<li><a href="${root}docs/">All documentation</a></li>
</ul></section>
<section aria-labelledby="footer-check"><h2 id="footer-check">Check it</h2><ul>
<li><a href="${root}status/">Status of every source</a></li>
<li><a href="${root}api/manifest.json">Every file with its checksum</a></li>
<li><a href="${root}docs/methodology/">How a price is made</a></li>
<li><a href="${root}docs/reliability/">What was tried, and what is promised</a></li>
<li><a href="${root}docs/sources/">Sources and licences</a></li>
${site.repository !== null && html`<li>${externalLink(site.repository, "Source code")}</li>`}
</ul></section>
<section aria-labelledby="footer-own"><h2 id="footer-own">Run your own</h2><ul>
<li><a href="${root}docs/hosts/">Where to publish it</a></li>
<li><a href="${root}docs/fork/">Fork it in five steps</a></li>
<li><a href="${root}docs/limits/">Size and limits</a></li>
<li><a href="${root}docs/bench/">How fast it is</a></li>
</ul></section>
</div>
<section class="licences" aria-labelledby="footer-licence"><h2 id="footer-licence">Sources and licences</h2>
<p>What the project computes is ${externalLink("https://creativecommons.org/publicdomain/zero/1.0/", "CC0")}. Values of a source keep its terms, and some may not be published again. The program is under the MIT licence. Nothing here is financial advice.</p>
${credits.length > 0 && html`<p>${credits.join(" · ")}</p>`}
<details><summary>All ${site.sources.length} sources</summary><ul class="source-list">${site.sources.map(
    ({ name, url, license, terms_url }) =>
      html`<li>${externalLink(url, name)}: ${externalLink(terms_url, license)}</li>`,
  )}</ul></details>
</section>
</div></footer>`;
}
