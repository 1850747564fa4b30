import { html } from "../../public/js/html.js";
import { codeBlock } from "./code.js";

/** Files of systemd, by name. They build every half hour. */
export const UNITS = {
  "open-crypto-data.service": `[Unit]
Description=Build of Open Crypto Data
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
User=crypto
WorkingDirectory=/opt/open-crypto-data
StateDirectory=open-crypto-data
ExecStart=/usr/bin/node build/bin/open-crypto-data.cjs build --out /var/lib/open-crypto-data/site --state /var/lib/open-crypto-data/state --site-host nginx
TimeoutStartSec=25min
ProtectSystem=strict
ProtectHome=true
PrivateTmp=true
NoNewPrivileges=true
`,
  "open-crypto-data.timer": `[Unit]
Description=Builds of Open Crypto Data, every half hour

[Timer]
OnCalendar=*:07,37
Persistent=true

[Install]
WantedBy=timers.target
`,
};

/** Files of systemd for live prices, by name. */
export const LIVE_UNITS = {
  "open-crypto-data-live.service": `[Unit]
Description=Live prices of Open Crypto Data
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
User=crypto
WorkingDirectory=/opt/open-crypto-data
StateDirectory=open-crypto-data
ExecStart=/usr/bin/node build/bin/open-crypto-data.cjs build --live --out /var/lib/open-crypto-data/site --state /var/lib/open-crypto-data/state --site-host nginx --quiet
TimeoutStartSec=55s
ProtectSystem=strict
ProtectHome=true
PrivateTmp=true
NoNewPrivileges=true
`,
  "open-crypto-data-live.timer": `[Unit]
Description=Live prices of Open Crypto Data, each minute

[Timer]
OnCalendar=*:*:20
AccuracySec=1s

[Install]
WantedBy=timers.target
`,
};

const COMPOSE = "docker compose -f .github/docker/compose.yaml";

export const CONTAINERS = `${COMPOSE} up --build --detach
${COMPOSE} logs --follow build`;

export const LIVE_CONTAINER = `${COMPOSE} --profile live up --build --detach`;

const DISPATCH = `curl -X POST https://api.github.com/repos/OWNER/NAME/dispatches \\
  -H "Authorization: Bearer $TOKEN" -d '{"event_type": "publish"}'`;

export const MAINTENANCE = `# Check this machine: sources, state, size, schedule
npm run doctor
# Check a published site: is its data fresh?
npm run health -- URL
# Check every source against its schema
npm run contract
# List the documents of a state: rows, size, age (verify checks them, merge joins two states)
npm run state -- inspect
# Check the published tree from the outside, file by file
npm run verify`;

const MIRROR_CHECK = "MIRROR_HOST=cloudflare MIRROR_URL=https://prices.example/ npm run doctor";

const VARIABLES = [
  ["SITE_HOST", "The host to publish to, such as cloudflare. Default: GitHub Pages."],
  ["SITE_URL", "The URL of the site: each build resumes from it, and a smoke test reads it."],
  ["SITE_PROJECT", "The name of the project on the host. Default: the name of the repository."],
  ["SITE_ACCOUNT", "The id of the account, if the token covers several (Cloudflare), or the team (Vercel)."],
  ["SITE_REGION", "The region of the bucket (S3, CloudFront), such as eu-central-1; auto on R2."],
  ["SITE_ENDPOINT", "The address of a store with S3’s interface. Default: Amazon S3."],
  ["SITE_DISTRIBUTION", "The id of the distribution of CloudFront, which is invalidated after each upload."],
  ["SITE_MINUTES", "Minutes between two publications. Default: 30, or what the free plan of the host allows."],
  ["SITE_RUNNER", "The runner of the build, such as one in a region that no source refuses. Default: ubuntu-24.04."],
  [
    "SITE_ATTESTATION",
    "With the value off, builds are not signed: the site has no api/attestation.json, and the public log of signatures no entries of it.",
  ],
  [
    "SITE_TOKEN (secret of the environment site)",
    "An access token of the host; for Firebase Hosting the JSON key of a service account; for a bucket the id of " +
      "a key and its secret, with a colon between them.",
  ],
  ["MIRROR_HOST", "A second host, such as cloudflare: each run publishes the same data there too. Default: none."],
  ["MIRROR_URL", "The URL of the mirror. client.js and the OpenAPI document name it."],
  ["MIRROR_PROJECT", "The name of the project on the host of the mirror. Default: the name of the repository."],
  ["MIRROR_ACCOUNT", "The account on the host of the mirror, like SITE_ACCOUNT."],
  [
    "MIRROR_REGION, MIRROR_ENDPOINT, MIRROR_DISTRIBUTION",
    "The place of the bucket of the mirror, like those of the site.",
  ],
  ["MIRROR_TOKEN (secret of the environment mirror)", "What SITE_TOKEN is, for the host of the mirror."],
  [
    "PING_URL (secret)",
    "The address of a monitor such as healthchecks.io. It is requested after each publication, and warns you when that stops.",
  ],
  ["COINGECKO_DEMO_KEY (secret)", "Raises a rate limit of CoinGecko."],
];

/** The sections of the fork page about scheduling, servers of one's own, and maintenance. */
export function ownServer() {
  return html`${renderWorkflow()}
${renderMirror()}
${renderScheduling()}
${renderContainers()}
${renderSystemd()}
${renderLiveTier()}
${renderMaintenance()}`;
}

function renderWorkflow() {
  return html`<section class="article" aria-labelledby="workflow"><h2 id="workflow">The GitHub workflow</h2>
<h3>When a run fails</h3>
<p class="text">If a build fails or is refused, the site is left unchanged, and its issue has the command that repeats the
build offline. If the check of the published site fails, or the mirror or the branch <code>data</code> cannot be written,
the new build is already live. In all cases the run goes red and an issue is opened per problem; it closes itself on
recovery.</p>
<p class="text">The state of the builds is published with the site and copied once a day to the branch <code>data</code>,
which keeps seven commits. Either copy is enough to continue. <code>npm run rehearse</code> simulates all of this
locally (about 7 minutes).</p>
<h3>History of a copy</h3>
<p class="text">A copy takes its history only from its own site, its branch <code>data</code>,
or the URL in <code>originalSite</code> of <code>build/settings.ts</code>. The first run has no history unless you set
that URL; later builds fill it from candles, which takes weeks for hours of earlier years. Run
<code>backfill.yml</code> by hand to fill all of it at once: each of its parts runs on its own runner and repeats its
requests for up to 90 minutes. The <a href="../limits/">requests to each exchange</a> stay below its
limits.</p>
<h3>Variables</h3>
<p class="text">Variables (<strong>Settings → Secrets and variables → Actions</strong>) change where and how often the workflow publishes.
GitHub Pages needs none. Keep the token of a host in an environment
(<strong>Settings → Environments</strong>) that allows only the branch <code>main</code>: other branches cannot use it then.
<code>npm run doctor</code> reads the same variables.</p>
<details class="dataset" id="variables"><summary>All ${VARIABLES.flatMap(([names]) => names.split(", ")).length} variables and secrets</summary>
<div class="table-scroll" tabindex="0" role="group" aria-label="Variables of the workflow"><table><thead><tr>
<th scope="col">Name</th><th scope="col">Meaning</th></tr></thead><tbody>${VARIABLES.map(
    ([name, text]) => html`<tr>
<th scope="row"><code>${name}</code></th><td class="prose">${text}</td></tr>`,
  )}</tbody></table></div></details></section>`;
}

function renderMirror() {
  return html`<section aria-labelledby="mirror"><h2 id="mirror">A mirror on a second host</h2>
<p class="text">A mirror keeps the API available while a host is down: <code>client.js</code> names both addresses, and if one
fails (no connection, 5xx), it reads the other.</p>
<ol class="steps numbered"><li><p>Choose another host than that of the site, to which the workflow can publish (not GitHub
Pages). Its free plan must take as many deployments as there are builds. Check yours:</p>
${codeBlock("mirror-check", MIRROR_CHECK, "Check a mirror", "bash")}</li>
<li><p>Set the variables <code>MIRROR_HOST</code> and <code>MIRROR_URL</code>.</p></li>
<li><p>Set the secret <code>MIRROR_TOKEN</code>.</p></li></ol>
<details class="dataset"><summary>How a mirror works, and when it fails</summary>
<ul class="claims"><li>The mirror follows a run that published and checked the site, or that could not publish it. The run
publishes the same build on the second host and checks it there.</li>
<li>If the check of the published site fails, the mirror keeps the last good build.</li>
<li>The run repeats the build from its recorded responses, so nothing is fetched twice and the numbers are equal.</li>
<li>The second host gets its own control files, and as many optional files as it has room for.</li>
<li>A mirror has a manifest of its own and no attestation: its responses are those of the site, whose manifest is
signed.</li>
<li>Pages name the site as their canonical address.</li>
<li>If the mirror fails, the site stays published; the run goes red and an issue is opened.</li>
<li>If the host of the site is down, the workflow stops before the build. Run it by hand with
<code>without_site</code>: it then updates the mirror.</li></ul></details></section>`;
}

function renderScheduling() {
  return html`<section aria-labelledby="scheduling"><h2 id="scheduling">Reliable scheduling</h2>
<p class="text">GitHub often starts scheduled runs hours late or not at all.
The workflow is therefore scheduled four times an hour, and a run ends early while the published build is recent.
<code>npm run doctor</code> proposes minutes of your own. Any scheduler that can send a request is more reliable:</p>
<ol class="steps numbered"><li><p>Create a fine-grained token with write access to the contents of this repository
only.</p></li>
<li><p>Let the scheduler send this request, <code>repository_dispatch</code>. GitHub’s schedule remains as a fallback.</p>
${codeBlock("dispatch", DISPATCH, "Start the workflow by a request", "bash")}</li></ol>
<p class="note">On hosts that count deployments, such a request and a push wait for the next time that the free plan allows.
Do not send <code>workflow_dispatch</code>: like the button in the Actions tab, it publishes at once, and can use up
the plan.</p></section>`;
}

function renderContainers() {
  return html`<section aria-labelledby="containers"><h2 id="containers">Docker</h2>
<p class="text">One container builds every half hour, the other serves the site on <code>http://127.0.0.1:8080</code>
with all queries. Both run without privileges on a read-only file system; the volume <code>data</code> contains the site
and its state.</p>
${codeBlock("compose", CONTAINERS, "Start the containers", "bash")}
<p class="text">Add <code>--homepage URL</code> to the command of <code>build</code> to send your repository’s URL to
upstreams and show it on the pages. Put your own TLS proxy in front of the port. To serve the files with Caddy,
build with <code>--site-host caddy</code> and use <code>/data/site</code> and the <code>Caddyfile</code> in it.</p>
</section>`;
}

function renderSystemd() {
  return html`<section aria-labelledby="systemd"><h2 id="systemd">systemd</h2>
<p class="text">The timer expects a user <code>crypto</code> and a checkout in <code>/opt/open-crypto-data</code>. Run
<code>npm ci</code> there, and <code>npm run build -- --help</code> once after each update: it bundles the program, so that
the units, which cannot write there, start faster. Put these files into <code>/etc/systemd/system</code> and run
<code>systemctl enable --now open-crypto-data.timer</code>. A refused build fails the unit, and the last site stays live.</p>
<p class="text">The built site is in <code>/var/lib/open-crypto-data/site</code>. For
<a href="../hosts/#nginx">nginx</a>, name this folder in <code>root</code> and in both <code>include</code> lines of your
copy of <code>nginx-site.conf</code>.</p>
${Object.entries(UNITS).map(([name, text], at) => unitFile(name, text, `unit-${at + 1}`))}
<p class="text">Without either, <code>npm run build -- --every 30m</code> builds until it is interrupted.</p></section>`;
}

function unitFile(name, text, id) {
  return html`<details class="dataset"><summary><code>${name}</code></summary>${codeBlock(id, text, name)}</details>`;
}

function renderLiveTier() {
  return html`<section aria-labelledby="live-tier"><h2 id="live-tier">Live prices</h2>
<p class="text">Between two builds, <code>npm run build -- --live</code> reads only the exchanges’ tickers, with one request
to each, and replaces one file of the built site, <code>api/live.json</code>. Repeat these flags of the builds:
<code>--out</code>, <code>--state</code>, <code>--site-host</code>, <code>--coins</code>, <code>--sources-off</code>,
<code>--sources-on</code>, <code>--open-only</code> and <code>--gate</code>. Leave out the others: <code>--live</code> refuses
<code>--trees</code>, <code>--backfill</code>, <code>--cadence</code> and <code>--no-site</code>. Settings in
<code>build/settings.ts</code> need no flag. The pages of the site show these
prices from the next build on.</p>
<details class="dataset"><summary>How live prices work, and when they fail</summary>
<ul class="claims"><li>A run computes the prices by the rules of a build. It takes some seconds (1,000 coins: 3 s and 270 MB on a
slow core, and the responses of the exchanges), changes no state, and may run beside a build.</li>
<li>A run continues a build of the last 48 hours, and uses its lists of markets. A market that stopped after the build
counts until the next one, if the exchange still has a ticker of it. A build a day is enough. If one is more than some
hours late, <code>meta.stale</code> says so.</li>
<li>If a live run fails, the file keeps the prices of the run before, with <code>meta.stale</code>.
A run stops reading after 40 seconds. A run that is killed, or that cannot read the state, does not mark the file. The
next run marks it once the prices have expired.</li>
<li>If no run succeeds for an hour, the next build drops the file. A bucket keeps it for a day.</li>
<li>A build also drops a file with prices of a source that the build leaves out.</li>
<li>Until the next run, the prices of a new build may be newer than the file: compare <code>meta.updated_at</code>.</li>
<li>Coins that no exchange lists keep the price of the last build and its time.</li></ul></details>
<p class="text">systemd: put these files beside those of the builds and run <code>systemctl enable --now
open-crypto-data-live.timer</code>.</p>
${Object.entries(LIVE_UNITS).map(([name, text], at) => unitFile(name, text, `live-unit-${at + 1}`))}
<p class="text">Docker: one more container runs it each minute.</p>
${codeBlock("compose-live", LIVE_CONTAINER, "Start the containers with live prices", "bash")}
<p class="text">Without either, <code>npm run build -- --live --every 1m</code> runs until it is interrupted. For a bucket,
see <a href="../stores/#live-prices">Object stores</a>.</p></section>`;
}

function renderMaintenance() {
  return html`<section aria-labelledby="maintenance"><h2 id="maintenance">Maintenance</h2>
<p class="text">Workflows run <code>health</code> and <code>contract</code> once a day.</p>
${codeBlock("maintenance-commands", MAINTENANCE, "Maintenance commands", "bash")}</section>`;
}
