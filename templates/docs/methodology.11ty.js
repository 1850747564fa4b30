import { formatCount, formatMoney, formatPercent, formatPrice } from "../../public/js/format.js";
import { html } from "../components/html.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/methodology/index.html",
  group: "Check it",
  title: "Methodology",
  description:
    "How a price is made of many exchanges: what counts, the formulas with their numbers, a worked example from this build, and what is not claimed.",
  styles: ["docs.css"],
};

const percent = (share) => `${Number((share * 100).toFixed(2))} %`;

export function render({ page, shared }) {
  const { methodology, site } = shared.data;
  const { rules, venues, example } = methodology;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Methodology</h1>
<p class="lead">How a price is made, so that you can check it. Every coin publishes the evidence of its price, book by book; this page says what was done with it, and works one price out by hand.</p>
<nav class="contents" aria-label="On this page"><ol>${CONTENTS.filter(([id]) => id !== "example" || example !== null).map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ol></nav>
${eligible(rules, root)}
${quotes(rules)}
${identity(rules)}
${price(rules, venues)}
${example !== null && worked(rules, example, root)}
${publication(rules)}
${totals(rules)}
${otherNumbers()}
${gate(root)}
${claims(root)}
`);
}

const CONTENTS = [
  ["counts", "What counts"],
  ["quotes", "What a quote is worth"],
  ["identity", "Which coin a code means"],
  ["price", "One price from many venues"],
  ["example", "A worked example"],
  ["publication", "When a price is published"],
  ["totals", "Volume, change, market cap"],
  ["numbers", "Checks of other numbers"],
  ["gate", "The checks before publishing"],
  ["claims", "What we do not claim"],
];

function eligible(rules, root) {
  return html`<section class="article" aria-labelledby="counts"><h2 id="counts">What counts</h2>
<p>Spot books of coins only, read from the exchanges themselves. Base and quote come from the exchange's own listing, never out of a name. Derivatives, leveraged and tokenised products and halted books are never priced; they are <a href="${root}status/#sources">counted</a>. Left out, each with its reason in the evidence: books without trades in 24 hours, a last trade older than ${rules.oldestTradeMinutes} minutes, and books that show the same price and volume in ${rules.unchangedBuilds} builds and ${rules.unchangedHours} hours. Where more than ${percent(rules.frozenShare)} of an exchange's books stand still, the exchange counts as one that did not answer.</p>
<p>The last price of a book is held between its best offers, because a last trade can be hours old:</p>
${formula(`p = last, but not below bid and not above ask       s = (ask − bid) / ((ask + bid) / 2)
s > ${percent(rules.widestSpread)}                       the book says nothing about the price
q = 1 / 0.6 / 0.3            for s up to 1 % / 5 % / 10 %;  ${rules.qualityWithoutBook} without usable offers
f = 1 / 0.5 / 0.25           for a last trade up to 10 / 30 / 60 minutes old;  1 where trade times are not told`)}</section>`;
}

function quotes(rules) {
  return html`<section class="article" aria-labelledby="quotes"><h2 id="quotes">What a quote is worth</h2>
<p>Most books are quoted in something else than dollars, and no stablecoin is taken for a dollar. Rates are found in an order in which each rests on what is known already:</p>
<ol class="steps"><li><strong>Fiat</strong> by a daily reference rate and live books; where they differ by more than ${percent(rules.fiatDisagreement)}, nothing that is quoted in that currency is priced.</li>
<li><strong>BTC and ETH</strong> by dollar books alone, on exchanges that hold dollars.</li>
<li><strong>Stablecoins</strong> by the weighted median of their dollar books and of BTC and ETH in dollars over BTC and ETH in the stablecoin. More than ${percent(rules.stablecoinDepeg)} off its promise, a stablecoin needs two venues and both ways to agree within ${percent(rules.stablecoinAgrees)}; without that proof nothing that is quoted in it is priced.</li>
<li><strong>Other quote coins</strong> by what is solved by then.</li></ol></section>`;
}

function identity(rules) {
  return html`<section class="article" aria-labelledby="identity"><h2 id="identity">Which coin a code means</h2>
<p>The same ticker means different coins on different exchanges. Known exceptions are listed in the program. Otherwise a code is the coin of that ticker whose reference price is nearest, if it lies within ${percent(rules.identityNear)}. Where one coin alone has the ticker and its reference price is off by no more than a factor of ${rules.identityFactor}, two exchanges that agree within ${percent(rules.identityAgreement)} outvote it; beyond that it takes three, and another witness. What cannot be told is left out and counted.</p></section>`;
}

function price(rules, venues) {
  return html`<section class="article" aria-labelledby="price"><h2 id="price">One price from many venues</h2>
<h3>Within a venue</h3>
<p>A venue's price is the mean of its books by volume, quality and freshness. From three books on, one that is more than ${percent(rules.ownVenueTrim)} off the venue's own weighted median is left out.</p>
${formula(`p_e = Σ p·v·q·f / Σ v·q·f          v_e = Σ v`)}
<h3>The centre</h3>
<p>Venues vote nearly equally on where the price is, so that nobody buys the result with invented volume. T is the trust in a venue, a judgement of ours that anyone can edit.</p>
${formula(`v′ = min(v_e, ${rules.volumeClip} × median of all v_e)
w₀ = cap(T · √v′, ${rules.centreCap} / n), trust group capped
P₀ = lower weighted median of p_e by w₀`)}
<p>A venue that is not fully trusted and trades less than ${percent(rules.tinyVenue)} of the largest trusted one has no vote. <em>cap(w, c)</em> lets no share exceed c and pours the rest over the others. Then the <em>trust group</em>: venues with T &lt; 1 hold at most ${percent(rules.groupCap)} together while two trusted ones trade ${formatMoney(rules.trustedVenueUsd)} each, or all of them ${formatMoney(rules.trustedTotalUsd)}.</p>
<h3>Who agrees</h3>
${formula(`MAD = lower weighted median of |p_e − P₀| by w₀
τ   = 4 × 1.4826 × MAD / P₀, at least ${percent(rules.narrowestBand)}, at most ${percent(rules.widestBand)}
kept: |p_e / P₀ − 1| ≤ τ       (τ / 2 for a venue that was left out before)`)}
<h3>The price</h3>
${formula(`w = cap(T · v′, max(${percent(rules.priceCap)}, ${rules.centreCap} / kept)), trust group capped
P = Σ w · p_e`)}
<p>It is <em>contested</em> when fewer than ${percent(rules.agreeingShare)} of the votes were kept, or when the plain median lies more than ${percent(rules.medianAgrees)} from P₀. Two venues alone must agree within ${percent(rules.pairAgrees)}; otherwise the more trusted one counts, contested.</p>
${
  venues.length > 0 &&
  html`<h3 id="venues">Trust of each venue</h3><div class="table-scroll" tabindex="0" role="region" aria-labelledby="venues"><table><thead><tr><th scope="col">Venue</th><th scope="col" class="number">T</th><th scope="col">May say what a dollar is</th></tr></thead><tbody>${venues.map(({ name, trust, usdFiat }) => html`<tr><th scope="row">${name}</th><td class="number">${trust}</td><td>${usdFiat ? "yes: it holds dollars" : "no"}</td></tr>`)}</tbody></table></div>`
}</section>`;
}

function worked({ groupCap }, { coin, price: published, books, venues, clipUsd, cap, sum, spreadPercentage }, root) {
  const hasVotes = venues.every(({ rawShare }) => rawShare !== null);
  const left = books.filter(({ included }) => !included);
  return html`<section class="article" aria-labelledby="example"><h2 id="example">A worked example</h2>
<p>${coin.name} (${coin.symbol}) in this build: ${formatCount(books.length)} books on ${formatCount(venues.length)} exchanges. The same numbers, unrounded, are in <a href="${root}${coin.path}">its JSON</a> under <code>price_evidence</code>.</p>
<h3 id="step-books">1. The books</h3>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="step-books"><table class="worked"><thead><tr><th scope="col">Exchange</th><th scope="col">Book</th><th scope="col" class="number">Price</th><th scope="col" class="number">Volume, 24 h</th><th scope="col" class="number">Weight</th><th scope="col">Why not</th></tr></thead>
<tbody>${books.map(({ name, pair, priceUsd, volume24hUsd, weight, reason }) => html`<tr><th scope="row">${name}</th><td><code>${pair}</code></td><td class="number">${formatPrice(priceUsd)}</td><td class="number">${formatMoney(volume24hUsd)}</td><td class="number">${share(weight)}</td><td class="prose">${reason ?? ""}</td></tr>`)}</tbody></table></div>
${left.length > 0 && html`<p>${formatCount(left.length)} of them ${left.length === 1 ? "has" : "have"} no say, for the reason beside ${left.length === 1 ? "it" : "each"}.</p>`}
<h3 id="step-venues">2. The venues</h3>
${hasVotes && html`<p>v′ is v_e, but not more than ${formatMoney(clipUsd)} here. T · v′ as a share of the sum would be the weight without caps. First no venue may have more than ${percent(cap)}; then venues with T &lt; 1 may have at most ${percent(groupCap)} together, and the trusted ones get the rest. Where the last two columns differ, a cap moved the weight.</p>`}
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="step-venues"><table class="worked"><thead><tr><th scope="col">Venue</th>${hasVotes && html`<th scope="col" class="number">T</th>`}<th scope="col" class="number">p_e</th><th scope="col" class="number">v_e</th>${hasVotes && html`<th scope="col" class="number">T · v′, share</th>`}<th scope="col" class="number">w</th></tr></thead>
<tbody>${venues.map(({ name, trust, priceUsd, volumeUsd, rawShare, weight }) => html`<tr><th scope="row">${name}</th>${hasVotes && html`<td class="number">${trust}</td>`}<td class="number">${formatPrice(priceUsd)}</td><td class="number">${formatMoney(volumeUsd)}</td>${hasVotes && html`<td class="number">${share(rawShare)}</td>`}<td class="number">${share(weight)}</td></tr>`)}</tbody></table></div>
<h3>3. The price</h3>
${formula(`P = ${venues.map(({ weight, priceUsd }) => `${weight.toFixed(4)} × ${digits(priceUsd)}`).join("\n  + ")}
  = ${digits(sum)}
published: ${digits(published)}`)}
<p>The venues lie ${formatPercent(spreadPercentage)} apart. The weights are rounded here, so that a calculator may differ in the last digits.</p></section>`;
}

function share(value) {
  return formatPercent(value * 100, { decimals: 2 });
}

/** As many digits as a calculator shows. */
function digits(value) {
  return String(Number(value.toPrecision(9)));
}

function publication(rules) {
  return html`<section class="article" aria-labelledby="publication"><h2 id="publication">When a price is published</h2>
<dl class="limits"><div><dt>High confidence</dt><dd>${rules.highVenues} venues that agree, and ${formatMoney(rules.highVolumeUsd)} of 24 hours.</dd></div>
<div><dt>Low confidence</dt><dd>Two venues that agree, or less volume, or a contested price. One venue alone must be fully trusted and trade ${formatMoney(rules.singleVolumeUsd)}.</dd></div>
<div><dt>Held</dt><dd>A move of more than ${percent(rules.jump)} on at most two venues, or of more than ${percent(rules.contestedMove)} while venues contradict each other, waits for the next build to find it again. Until then the last price stands, with its own time. So it does where one venue lies more than ${percent(rules.aloneFromReference)} from the reference, or two a factor of ${rules.pairFactor}, and no other reference agrees with them.</dd></div>
<div><dt>Reference</dt><dd>Without enough evidence of our own, the price of a reference source, and <code>price_source</code> says so.</dd></div>
<div><dt>None</dt><dd>A held price is dropped after 24 hours. An unknown price is <code>null</code>, never zero.</dd></div></dl></section>`;
}

function totals(rules) {
  return html`<section class="article" aria-labelledby="totals"><h2 id="totals">Volume, change, market cap</h2>
${formula(`total_volume = Σ volume of the venues        in USD, each trade once, on the base side
market_cap   = price × circulating supply
fully_diluted_valuation = price × (maximum supply, else total supply)
change       = price now / our own price then − 1`)}
<p>A venue whose price was left out adds no volume. What a venue claims is not counted above ${formatMoney(rules.doubtedFromUsd)} when it is more than ${rules.trustedMultiple} times what the trusted ones trade together; a trusted one is only doubted when the reference contradicts it too. The change rests on our own samples; until there are any, on the books' own prices of 24 hours ago, where a stablecoin's rate of then comes from its own dollar books if two exchanges, or one large one that BTC and ETH confirm, tell it. Supplies and all-time highs are the reference's; our own price moves a high or a low that it passes.</p></section>`;
}

function otherNumbers() {
  return html`<section class="article" aria-labelledby="numbers"><h2 id="numbers">Checks of other numbers</h2>
<p>A number that contradicts what is known is not published. It is held at its last value, marked as stale, or it is <code>null</code>; the site goes on. Waiting alone confirms nothing: another source or an agreeing value does. What was left out is listed in the status.</p>
<dl class="limits"><div><dt>Fiat rates</dt><dd>Two independent origins that agree within 5 % are believed. The ECB and its mirror are one origin. Where origins contradict each other, a rate near the last agreed one is published. A single origin may move a rate by 20 % at once and by 50 % in a month (20 % from an agreed rate). Any other rate is held for 7 days and then left out.</dd></div>
<div><dt>Supplies</dt><dd>A circulating supply must be within a factor of 1.5 of the last one or of another reference. In a first build, another reference, the row's own market cap and the size of the market must not contradict it. A contradicted supply is held for 60 days; without a last one, supply and market cap are <code>null</code>.</dd></div>
<div><dt>Highs, lows and changes</dt><dd>A day's range or an all-time high or low that excludes its own row's price is <code>null</code>. So is a change from a price that our observations, the hourly prices, the day's range or the extremes exclude.</dd></div>
<div><dt>Market totals</dt><dd>A total must fit the sum of its coins, the last total within 30 %, and its usual ratio to the coins within 20 %. That ratio is compared with one of up to 7 days ago, so that small steps do not add up. Else the last total is held for a day; then the coins are summed up.</dd></div>
<div><dt>DeFi</dt><dd>The total must agree with the sum of the chains (factor 1.5) or with what protocols hold (factor 2), with the size of the market, and with the last total (30 %). What protocols of wrapped coins hold must be what these coins are worth (factor 1.5). A list that contradicts the others is held for 3 days.</dd></div>
<div><dt>Fear &amp; Greed</dt><dd>A value more than 50 points from the day before is left out.</dd></div></dl></section>`;
}

function gate(root) {
  return html`<section class="article" aria-labelledby="gate"><h2 id="gate">The checks before publishing</h2>
<p>A build is published only when enough exchanges answered, BTC and ETH are certain, the dollar rate of USDT is accepted, no large coin jumped without confirmation and no dataset shrank to nothing. What was measured in the last build: <a href="${root}status/#gate">status</a>. When a check fails, the site before stays and says its age.</p></section>`;
}

function claims(root) {
  return html`<section class="article" aria-labelledby="claims"><h2 id="claims">What we do not claim</h2>
<ul class="claims"><li><strong>Not real time.</strong> Prices are as old as <code>meta.updated_at</code> says. Between two builds nothing moves.</li>
<li><strong>Not a benchmark.</strong> Nobody audits or administers this; do not settle contracts by it.</li>
<li><strong>Volume is what exchanges tell.</strong> Implausible claims are left out, but invented trades within reason cannot be seen from outside.</li>
<li><strong>A majority can be wrong.</strong> With three venues, two that are wrong together win. The evidence shows how many there were.</li>
<li><strong>Trust is a judgement.</strong> The numbers T are ours, not measured.</li>
<li><strong>Decentralised exchanges are not in the prices.</strong> A coin that trades only there has the reference's price.</li>
<li><strong>Supplies, links and categories are not checked by us.</strong> They are the <a href="${root}docs/sources/">sources'</a>.</li>
<li><strong>History has gaps.</strong> A missing point is missing; nothing is interpolated.</li>
<li><strong>No advice.</strong> Nothing here says what to buy or sell.</li></ul></section>`;
}

function formula(text) {
  return html`<pre class="formula" tabindex="0" role="region" aria-label="Formula"><code>${text}</code></pre>`;
}
