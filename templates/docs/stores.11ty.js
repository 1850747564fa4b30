import { html } from "../../public/js/html.js";
import { codeBlock } from "../components/code.js";
import { externalLink, rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/stores/index.html",
  group: "Your own copy",
  order: 4,
  title: "Object stores",
  description: "Uploads to S3, R2, Backblaze B2 and MinIO: the command, what readers see meanwhile, and the price.",
  words: "bucket aws cloudfront minio",
  styles: ["docs.css"],
};

const UPLOAD = `export AWS_ACCESS_KEY_ID=ID AWS_SECRET_ACCESS_KEY=SECRET
npm run build -- --site-host s3
npm run publish -- --bucket BUCKET --region REGION --dry-run
npm run publish -- --bucket BUCKET --region REGION`;

const LIVE = `npm run build -- --live --site-host s3
npm run publish -- --live --bucket BUCKET --region REGION`;

const BUILD_UNIT = `EnvironmentFile=/etc/open-crypto-data.env
ExecStartPost=/usr/bin/node build/bin/open-crypto-data.cjs publish /var/lib/open-crypto-data/site --bucket BUCKET --region REGION`;

const LIVE_UNIT = `EnvironmentFile=/etc/open-crypto-data.env
ExecStopPost=/usr/bin/node build/bin/open-crypto-data.cjs publish /var/lib/open-crypto-data/site --live --bucket BUCKET --region REGION`;

const REQUESTS = ["PUT", "COPY", "LIST", "GET", "DELETE"];

export function render({ page, shared }) {
  const { stores, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Object stores</h1>
<p class="lead">Publish to a bucket, which has no limit of files, size or deployments: from the workflow of your fork, or
with a command. The hosts are <a href="${root}docs/hosts/#s3"><code>s3</code></a> and
<a href="${root}docs/hosts/#cloudfront"><code>cloudfront</code></a>.</p>
<section class="article" aria-labelledby="upload"><h2 id="upload">Upload</h2>
${codeBlock("upload-commands", UPLOAD, "Upload to a bucket", "bash")}
<p class="text">Stores other than Amazon’s need their address: <code>--endpoint URL</code>. The command uploads the
files whose content or headers differ from those in the bucket, with the right type and age and without
<code>Content-Encoding</code>, at most 32 at once. It repeats requests that fail. If it ends early, run it again:
it continues with the missing files. Before its first upload to a bucket, it refuses one that holds files of
something else, also beside a site that another program uploaded. Only where the store encrypts with
keys of your own (SSE-KMS), a first upload that ended early begins anew: the store then has no hashes of the files.</p>
<p class="text">With the <a href="${root}docs/fork/#systemd">units of systemd</a>, write <code>--site-host s3</code> in
<code>open-crypto-data.service</code>, and add these lines. The key belongs in the file that they name. An upload
follows each build that succeeds.</p>
${codeBlock("build-unit", BUILD_UNIT, "Lines of open-crypto-data.service")}</section>
<section class="article" aria-labelledby="promise"><h2 id="promise">During an upload</h2>
<p class="text">A bucket replaces one object at a time. From the first complete upload on, readers can rely on this at
any moment, also if an upload is interrupted:</p>
<ul>
<li>Each response is one whole file of one build. Files of two builds are next to each other during an upload, and
after an interrupted one until the next: <code>meta.updated_at</code> says when each one was made.</li>
<li>Every file that a document names exists, also a day after you read the document: new files come before
the documents that name them, and a file that has left the site is removed a day later.</li>
<li>The manifest comes last. Each file that it names is from its build or from a newer one. If the hashes of your
files match one manifest, they are one build.</li>
<li>If there is an attestation, it is about the manifest beside it.</li>
</ul>
<p class="text">The bucket must be for this site alone, which fills it from its root: later uploads remove every object that is not of the site and
older than a day, for example access logs. <code>--dry-run</code> names the first of them.</p>
<p class="text">One place alone may upload builds to a bucket: the workflow of a fork, or one machine. Two uploads at the
same time would mix their builds. The command refuses a build that is older than the one in the bucket. To go back to
such a build, remove <code>api/manifest.json</code> from the bucket first.</p></section>
<section class="article" aria-labelledby="live-prices"><h2 id="live-prices">Live prices</h2>
<p class="text">Between two builds, these commands replace one object, <code>api/live.json</code>, in one request. Each
minute, that is 43,200 requests a month: about $0.22 on Amazon S3; with <code>--dry-run</code> the second command prints the
price. Caches keep the file for 15 seconds, so it needs no invalidation. Uploads of builds leave it as it is, and
remove it when it has not been renewed for a day. Live runs need the folder and the state of the builds: both run on
one machine. The pages of a site that a workflow builds do not show live prices.</p>
${codeBlock("live-commands", LIVE, "Upload live prices", "bash")}
<p class="text">With the <a href="${root}docs/fork/#live-tier">units of systemd</a>, write <code>--site-host s3</code> in
<code>open-crypto-data-live.service</code> too, and add these lines. The upload also follows a run that
failed, so that readers see that the prices are stale.</p>
${codeBlock("live-unit", LIVE_UNIT, "Lines of open-crypto-data-live.service")}</section>
${stores.uploads.length > 0 && showPrices(stores)}
`);
}

function showPrices({ date, uploads, prices, stores }) {
  return html`<section aria-labelledby="price"><h2 id="price">Requests and price</h2>
<p class="before-table">One upload half an hour after another, measured on ${date} with the demo market. Series of hours
and pages of coins change once an hour. Files of closed days change at midnight UTC, and are not counted: with few
builds a day, the price is higher. Removals are free everywhere.</p>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="price"><table><thead><tr>
<th scope="col">Upload</th><th scope="col" class="number">Files</th><th scope="col" class="number">Size</th>
${REQUESTS.map((kind) => html`<th scope="col" class="number">${kind}</th>`)}
<th scope="col" class="number">Uploaded</th></tr></thead><tbody>${uploads.map(
    ({ site, files, size, requests, uploaded }) => html`<tr><th scope="row">${site}</th>
<td class="number">${files}</td><td class="number">${size}</td>${requests.map(
      (count) => html`<td class="number">${count}</td>`,
    )}<td class="number">${uploaded}</td></tr>`,
  )}</tbody></table></div>
<p class="before-table">What these uploads cost in 30 days, with the stored files, and without readers. Almost all of it
is the price of PUT, so fewer builds cost less, for example one an hour, or at least one a day, with <a href="#live-prices">live prices</a>
between them.</p>
<div class="table-scroll" tabindex="0" role="group" aria-label="Price per month"><table><thead><tr>
<th scope="col">A build every</th>
${stores.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${prices.map(
    ({ interval, usd }) => html`<tr><th scope="row">${interval}</th>
${usd.map((amount) => html`<td class="number">${amount}</td>`)}</tr>`,
  )}</tbody></table></div>
<p class="note">By the public price lists: ${stores.map(
    ({ name, about, url, on }, at) => html`${at > 0 && "; "}${externalLink(url, name)} (${about}), read on ${on}`,
  )}. A CDN in front of the bucket, and traffic to readers, come on top.</p></section>`;
}
