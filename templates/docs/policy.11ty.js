import { formatCount, plural } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";
import { externalLink, rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/policy/index.html",
  group: "Data quality",
  title: "Policy",
  description:
    "What changes the version of the methodology, how corrections are made, how long inputs are kept, and how to report wrong data.",
  styles: ["docs.css"],
};

const DAY_MS = 24 * 60 * 60_000;

const days = (ms) => plural(ms / DAY_MS, "day");

export function render({ page, shared }) {
  const { policy, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Policy</h1>
<p class="lead">How the rules of this site change, what happens to wrong numbers, and how to report one.</p>
<section class="article" aria-labelledby="version"><h2 id="version">Version of the methodology</h2>
<p>This build follows version <strong>${policy.version}</strong> of the <a href="${root}docs/methodology/">methodology</a>.
The <a href="${root}api/status.json">status</a> states it in <code>methodology_version</code>, and each coin in
<code>meta</code>. Every version has an entry in the <a href="${root}docs/changelog/">changelog</a>,
with the reason for the change and with what it moves.</p>
<dl class="limits"><div><dt>Major</dt><dd>A price means something else, such as another unit or other kinds of
markets.</dd></div>
<div><dt>Minor</dt><dd>A changed rule or number moves prices: a limit, a weight, the trust in an exchange,
a new check.</dd></div>
<div><dt>Patch</dt><dd>A mistake in the program is corrected. Only prices that were wrong move.</dd></div></dl>
<p>A new exchange, a new source or a reviewed code of a coin is data and no rule: the version stays the same.</p></section>
<section class="article" aria-labelledby="corrections"><h2 id="corrections">Corrections</h2>
<ul class="claims"><li>The next build replaces a current price. Published values are not edited by hand.</li>
<li>A closed value that changes has an entry in the <a href="${root}status/corrections/">corrections</a>, with the old value,
the new one and the reason. Closed are hours and days that are over, candles once they are final, exchange rates of
past days and complete archives. The entries follow from a comparison of the data before and after each build, and
before and after the states of two builds are merged.</li>
<li>These have no entry: the total value locked in DeFi, because its source revises all past days with each
response; the newest day of exchange rates, which is open until the next one; what is made of corrected values, such as
prices in other currencies; an archive that a site no longer offers; and what a site takes over from another one before
its first build.</li>
<li>The log keeps the first ${formatCount(policy.correctionsPerYear)} entries of a year one by one. Further ones are
summed up: one entry for each month, kind of data and reason, with the number of values and their time. Where a site
continues from two copies, that number is a lower bound.</li>
<li>A gap in the history is filled when a source has the missing points. A filled point names its source in
<code>meta.sources</code>.</li>
<li>A coin's year of hours gets a higher <code>meta.revision</code> when hours are changed, or added, after their
month was closed.</li>
<li>A mistake of the program is corrected in the program, with a test and an entry in the changelog.</li></ul></section>
<section class="article" aria-labelledby="inputs"><h2 id="inputs">How long inputs are kept</h2>
<dl class="limits"><div><dt>Evidence</dt><dd>The exchanges' prices, volumes and weights behind a price are those of the
last build. To keep them, save the coin's JSON; the <a href="${root}api/manifest.json">manifest</a> has its hash.</dd></div>
<div><dt>Prices per build</dt><dd>${days(policy.samplesKeptMs)}</dd></div>
<div><dt>Prices between two builds</dt><dd>${days(policy.denseKeptMs)}</dd></div>
<div><dt>Hourly prices</dt><dd>${days(policy.hourlyKeptMs)}; of the largest coins for good</dd></div>
<div><dt>Daily prices</dt><dd>for good</dd></div></dl></section>
<section class="article" aria-labelledby="check"><h2 id="check">Check a price yourself</h2>
<p>The page of each coin has a button that recomputes its price in your browser. The same check is
<code>verifyPrice("btc")</code> of <code>client.js</code>. For all coins of a site, in a copy of the program:</p>
<pre class="formula" tabindex="0" role="region" aria-label="Command"><code>npm run verify -- --prices ADDRESS</code></pre>
<p>The check applies the methodology to the published evidence, by code of its own. It cannot see
by how much a volume exceeds its limit, which reference price decided between exchanges that disagree, the shares of an
exchange’s pairs without volumes, why a pair does not count, the trust of an exchange, and the width of the interval. The
button and <code>verifyPrice</code> read one coin. The command also compares the coins with each other, with
<code>coins.json</code> and <code>coins/limit/all.json</code>, and with the pages of the exchanges; it reads no other
file. Whether an exchange really had a price, only that exchange can tell.</p>
<p>The <a href="${root}api/manifest.json">manifest</a> has the hash of every other file. Where the repository of a site
has attestations, GitHub signs which workflow and commit the manifest is from. The site then has the signed statement, a
Sigstore bundle, in <code>api/attestation.json</code>. Its entry in Sigstore's public log stays there for good; the
operator of a site can <a href="${root}docs/fork/#workflow">switch that off</a>. A mirror has no statement: it has the
responses of the site, and a manifest of its own.</p>
<p><code>npm run verify -- ADDRESS</code> compares all files with the manifest, and the manifest
with the hash in the statement. It does not check the signature. Someone who replaces the files of a site can replace the
statement, too. Only the signature excludes that. GitHub's command line program checks it, with the two files of the
site:</p>
<pre class="formula" tabindex="0" role="region"
 aria-label="Command for attestations"><code>gh attestation verify manifest.json --bundle attestation.json --repo ${
   site.repository === null ? "OWNER/REPOSITORY" : new URL(site.repository).pathname.slice(1)
 }</code></pre></section>
<section class="article" aria-labelledby="complaint"><h2 id="complaint">Report wrong data</h2>
<p>State the URL, the time, the wrong value and the correct one, with evidence.
${
  site.repository === null
    ? "Send it to the operator of this site."
    : html`Use the form ${externalLink(`${site.repository}/issues/new?template=wrong-data.yml`, "Wrong data")}:
reports and their answers are public.`
}</p></section>
`);
}
