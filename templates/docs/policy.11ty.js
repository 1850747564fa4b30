import { formatCount, plural } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";
import { codeBlock } from "../components/code.js";
import { externalLink, rootOf } from "../components/link.js";
import { addressOf } from "../components/snippets.js";

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
<p class="lead">Find out when a rule changes, how wrong numbers are corrected, how long inputs are kept, and how to check a
price or report one.</p>
<section class="article" aria-labelledby="version"><h2 id="version">Version of the methodology</h2>
<p>Prices of this build follow version <strong>${policy.version}</strong> of the
<a href="${root}docs/methodology/">methodology</a>. You find the version in <code>methodology_version</code> of the
<a href="${root}api/status.json">status</a> and in <code>meta</code> of each coin. The
<a href="${root}docs/changelog/">changelog</a> says why each version was made and which prices it moved.</p>
<dl class="limits"><div><dt>Major</dt><dd>The meaning of a price changes, such as its unit or the kinds of markets that
count.</dd></div>
<div><dt>Minor</dt><dd>A rule changes and moves prices: a limit, a weight, the trust in an exchange, a new check.</dd></div>
<div><dt>Patch</dt><dd>A bug is fixed. Only prices that were wrong move.</dd></div></dl>
<p>New exchanges, new sources and reviewed coin codes are data, not rules. They do not change the version.</p></section>
<section class="article" aria-labelledby="corrections"><h2 id="corrections">Corrections</h2>
<p>A wrong current price is replaced by the next build. Values are never edited by hand. A past value is final once its
hour or day is over, its candle is final, or its archive is complete. If a final value changes, the
<a href="${root}status/corrections/">corrections</a> list the old value, the new one and the reason.
An entry about several values says how many they are and how large the largest change was.</p>
<ul class="claims"><li><strong>How changes are found:</strong> each build compares the data before and after it. So does
the merge of two copies of a site.</li>
<li><strong>Not listed:</strong> total value locked, whose source revises all past days with each response; hours of the
last 7 days that have only the hourly price of a list, which changes with each response of the list and gives way to a
candle; the newest day of exchange rates, which is open until the next one; values computed from corrected ones, such as
prices in other currencies; archives that a site no longer offers; and data that a site takes from another one before its
first build.</li>
<li><strong>Long lists:</strong> the first ${formatCount(policy.correctionsPerYear)} corrections of a year are listed one by
one. Later ones are summed up by month, kind of data and reason. If a site continues from two copies, that number is a
lower bound.</li>
<li><strong>Gaps:</strong> a gap in a history is filled when a source has the missing points. <code>meta.origins</code>
names the source of each filled point.</li>
<li><strong>Hours of a year:</strong> <code>meta.revision</code> rises when hours change, or are added, after their month
was closed.</li>
<li><strong>Bugs:</strong> each fix comes with a test and an entry in the changelog.</li></ul></section>
<section class="article" aria-labelledby="inputs"><h2 id="inputs">How long inputs are kept</h2>
<dl class="limits"><div><dt>Evidence</dt><dd>The prices, volumes and weights behind a price are published for the last build only. To
keep them, save the coin's JSON; its hash is in the <a href="${root}api/manifest.json">manifest</a>.</dd></div>
<div><dt>Prices per build</dt><dd>${days(policy.samplesKeptMs)}</dd></div>
<div><dt>Prices between two builds</dt><dd>${days(policy.denseKeptMs)}</dd></div>
<div><dt>Hourly prices</dt><dd>${days(policy.hourlyKeptMs)}; for the largest coins without a time limit</dd></div>
<div><dt>Daily prices</dt><dd>without a time limit</dd></div></dl></section>
<section class="article" aria-labelledby="check"><h2 id="check">Check a price yourself</h2>
<p>Press the button on a coin's page: it recomputes the price in your browser. In a program, call
<code>verifyPrice("btc")</code> of <code>client.js</code>. To check all coins of a site, run this in a clone of the
project:</p>
${codeBlock("verify-prices", html`npm run verify -- --prices ${addressOf(site)}/`, "Command", "bash")}
<p>The check applies the methodology to the published evidence with code of its own. The button and
<code>verifyPrice</code> check one coin. The command also compares the coins with each other, with the lists
(<code>coins.json</code>, <code>coins/limit/all.json</code>) and with the exchanges' responses.</p>
<p>It cannot check what the evidence does not contain: by how much a volume exceeds its limit, which reference price
decided between exchanges that disagree, the shares of pairs without volumes, why a pair does not count, an exchange's
trust, and the width of the interval. Only the exchange itself can confirm that it had a price.</p>
<p>The <a href="${root}api/manifest.json">manifest</a> has the hash of every file. If the site's repository has
attestations, GitHub signs which workflow and commit made the manifest. The signed statement, a Sigstore bundle, is
<code>api/attestation.json</code>. Its entry in Sigstore's public log cannot be deleted; operators can
<a href="${root}docs/fork/#workflow">switch this off</a>. A mirror has a manifest of its own and no statement.</p>
<p><code>npm run verify -- ADDRESS</code> compares all files with the manifest, and the manifest with the hash in the
statement. It does not check the signature, and someone who replaces the files could replace the statement too. To check
the signature, run GitHub's command line program on the two files:</p>
${codeBlock(
  "verify-attestation",
  `gh attestation verify manifest.json --bundle attestation.json --repo ${
    site.repository === null ? "OWNER/REPOSITORY" : new URL(site.repository).pathname.slice(1)
  }`,
  "Command for attestations",
  "bash",
)}</section>
<section class="article" aria-labelledby="complaint"><h2 id="complaint">Report wrong data</h2>
<p>Tell us the URL, the time, the wrong value and the correct one, with evidence.
${
  site.repository === null
    ? "Send it to the operator of this site."
    : html`Use the form ${externalLink(`${site.repository}/issues/new?template=wrong-data.yml`, "Wrong data")}:
reports and replies are public.`
}</p></section>
`);
}
