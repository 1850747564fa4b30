import { formatCount, formatMoney, formatPercent, formatPrice } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/methodology/index.html",
  group: "Data quality",
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
${identity(rules, root)}
${coins()}
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
  ["coins", "Which coins are listed"],
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
<p>Most books are quoted in something other than dollars, and no stablecoin is taken for a dollar. Each rate rests on the rates before it:</p>
<ol class="steps"><li><strong>Fiat</strong> by a daily reference rate and live books. Where they differ by more than ${percent(rules.fiatDisagreement)}, books quoted in that currency are not used.</li>
<li><strong>BTC and ETH</strong> by dollar books alone, on exchanges that hold dollars. Where these disagree, a reference price decides; without one the rate is suspended.</li>
<li><strong>Stablecoins</strong> by one near-equal vote per exchange. An exchange's vote is its dollar books, and BTC and ETH in dollars over BTC and ETH in the stablecoin. Exchanges more than ${percent(rules.stablecoinBand)} off the median are left out, so that two of five or more cannot move the rate by more. With fewer than ${rules.stablecoinMajority} exchanges, one that is more than ${percent(rules.stablecoinFewAgree)} off suspends the rate.</li>
<li><strong>A lost peg</strong> of more than ${percent(rules.stablecoinDepeg)} is followed when two exchanges report it, and dollar books and anchors agree within ${percent(rules.stablecoinAgrees)}. Without that proof the rate is suspended.</li>
<li><strong>Other quote coins</strong> by the rates above.</li></ol>
<p>While a rate is suspended, its books are not used. A coin with no other book holds its last price.</p></section>`;
}

function identity(rules, root) {
  return html`<section class="article" aria-labelledby="identity"><h2 id="identity">Which coin a code means</h2>
<p>The same ticker means different coins on different exchanges. A code of an exchange is decided in this order:</p>
<ol class="steps"><li><strong>Exceptions.</strong> A reviewed table, with evidence and a date for each entry, lists codes that mean another coin, another ticker or none of the coins covered.</li>
<li><strong>Names.</strong> Some exchanges give the asset's name with each listing. A name that contradicts a coin's name, former names and id rules the coin out, even at the same price. The table of exceptions comes before names.</li>
<li><strong>Memory.</strong> A code stays the coin that it was, also when the reference renames that coin, while its price is within ${percent(rules.identityNear)} of a reference or of our own last price. A code that an exchange lists under another name is a new code.</li>
<li><strong>Price.</strong> Otherwise the code is the coin of that ticker whose reference price is nearest, if it lies within ${percent(rules.identityNear)}.</li>
<li><strong>Further away</strong>, a second reference has to agree with the exchange, or the name in the listing has to match and the price has to be within a factor of ${rules.identityFactor} of the reference. A matching name also counts for exchanges that give no names, if only one coin has the ticker and their prices are within ${percent(rules.identityAgreement)} of each other. Exchanges that merely agree with each other prove nothing: they may all trade another coin.</li></ol>
<p>Example: on the first day of a site the reference price of a coin is wrong by a factor of 1.5. If a second reference is right, or exchanges name the coin in their listings, the exchanges set the price. Otherwise the reference price is published. Codes that cannot be identified are left out and counted, and never change or remove a reference price.</p>
<p>In a path, a text means the coin that claims it as symbol or as id. If several coins claim it, the one with the best market cap rank owns it. It stays the owner when ranks change.</p>
<p>An owner loses a text in these cases:</p>
<ul class="claims"><li>It has been off the list, or had another symbol, for 30 days.</li>
<li>It is off the list, and the text is the id of another coin.</li>
<li>Another claimant has been worth ten times as much in every build for 30 days.</li></ul>
<p>The <a href="${root}api/status.json">status</a> lists such changes for a year in <code>identity_changes</code>. A coin does not own a symbol with characters other than letters, digits, <code>_</code> and <code>-</code>, or a reserved one such as CON or INDEX: its path is its id.</p></section>`;
}

function coins() {
  return html`<section class="article" aria-labelledby="coins"><h2 id="coins">Which coins are listed</h2>
<p>CoinGecko's list decides which coins are listed, and gives them their ids. CoinPaprika and CoinLore have ids of their own. An identity registry, which never expires, holds who is who:</p>
<ul class="claims"><li><strong>Reviewed.</strong> A dated table in the program states the ids that no rule derives. It overrules everything else.</li>
<li><strong>Learned.</strong> One coin and one row of another source have the same ticker, prices within 5 %, and the same name, id or market cap (within 25 %). Three builds on two days have to agree. A link is dropped after two sources contradict it for a week.</li>
<li><strong>Derived.</strong> Everything else follows from the other source's id. A derived id never takes the id of a known coin with another ticker.</li></ul>
<p>While CoinGecko does not answer, every coin keeps its id, its path and its history, for as long as it takes. Prices come from exchanges and from the next source. The market cap is the price times the last known supply, and <code>circulating_supply_as_of</code> says when that was stated. If the next source's supply differs by more than a factor of 5, the coin was redenominated, and the new supply counts.</p>
<p>After a day, new coins of the next source are added, at most a tenth of the list. They are marked <code>provisional</code>, because their ids may change. When CoinGecko lists such a coin with the same ticker, price and name, it gets its id and keeps its history.</p></section>`;
}

function price(rules, venues) {
  return html`<section class="article" aria-labelledby="price"><h2 id="price">One price from many venues</h2>
<h3>Within a venue</h3>
<p>A venue's price is the mean of its books by volume, quality and freshness. From three books on, one that is more than ${percent(rules.ownVenueTrim)} off the venue's own weighted median is left out.</p>
${formula(`p_e = Σ p·v·q·f / Σ v·q·f          v_e = Σ v`)}
<h3>The centre</h3>
<p>Venues vote nearly equally on where the price is. Claimed volume cannot decide the vote: every venue with a live book votes, and any two of five or more venues hold less than half of the votes. T is the trust in a venue, our judgement, which anyone can edit.</p>
${formula(`v′ = min(v_e, ${rules.volumeClip} × median of all v_e)
w₀ = cap(T · √v′, ${rules.centreCap} / n), trust group capped
P₀ = lower weighted median of p_e by w₀`)}
<p>n is the number of venues that vote, and kept the number of those in the price. <em>cap(w, c)</em> lets no share exceed c and distributes the rest over the others. Then the <em>trust group</em>: where ${rules.trustedQuorum} or more trusted venues vote, venues with T &lt; 1 hold at most ${percent(rules.groupCap)} together.</p>
<h3>Which venues agree</h3>
${formula(`MAD = lower weighted median of |p_e − P₀| by w₀
τ   = 4 × 1.4826 × MAD / P₀, at least ${percent(rules.narrowestBand)}, at most ${percent(rules.widestBand)}; ${percent(rules.widestBand)} for two venues
kept: |p_e / P₀ − 1| ≤ τ`)}
<h3>The price</h3>
${formula(`w = cap(T · v′, max(${percent(rules.priceCap)}, ${rules.centreCap} / kept)), trust group capped
P = Σ w · p_e`)}
<p>A venue more than ${percent(rules.widestBand)} off P <em>opposes</em> it. P is <em>opposed</em> in two cases:</p>
<ul class="claims"><li>At least as many venues oppose P as it rests on.</li>
<li>P rests on fewer than ${rules.safeVenues} venues, and any venue opposes it.</li></ul>
<p>An opposed P needs confirmation: a reference price of at most two hours within ${percent(rules.widestBand)}. If no reference confirms P, but venues lie near a reference, these venues make the price. Otherwise the price is <em>disputed</em>.</p>
${
  venues.length > 0 &&
  html`<h3 id="venues">Trust of each venue</h3><div class="table-scroll" tabindex="0" role="region" aria-labelledby="venues"><table><thead><tr><th scope="col">Venue</th><th scope="col" class="number">T</th><th scope="col">May say what a dollar is</th></tr></thead><tbody>${venues.map(({ name, trust, usdFiat }) => html`<tr><th scope="row">${name}</th><td class="number">${trust}</td><td>${usdFiat ? "yes: it holds dollars" : "no"}</td></tr>`)}</tbody></table></div>`
}</section>`;
}

function worked(
  { groupCap, trustedQuorum },
  { coin, price: published, books, venues, clipUsd, cap, sum, spreadPercentage },
  root,
) {
  const hasVotes = venues.every(({ rawShare }) => rawShare !== null);
  const left = books.filter(({ included }) => !included);
  const trusted = venues.filter(({ trust }) => trust === 1).length;
  return html`<section class="article" aria-labelledby="example"><h2 id="example">A worked example</h2>
<p>${coin.name} (${coin.symbol}) in this build: ${formatCount(books.length)} books on ${formatCount(venues.length)} exchanges. The same numbers, unrounded, are in <a href="${root}${coin.path}">its JSON</a> under <code>price_evidence</code>.</p>
<h3 id="step-books">1. The books</h3>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="step-books"><table class="worked"><thead><tr><th scope="col">Exchange</th><th scope="col">Book</th><th scope="col" class="number">Price</th><th scope="col" class="number">Volume, 24 h</th><th scope="col" class="number">Weight</th><th scope="col">Why not</th></tr></thead>
<tbody>${books.map(({ name, pair, priceUsd, volume24hUsd, weight, reason }) => html`<tr><th scope="row">${name}</th><td><code>${pair}</code></td><td class="number">${formatPrice(priceUsd)}</td><td class="number">${formatMoney(volume24hUsd)}</td><td class="number">${share(weight)}</td><td class="prose">${reason ?? ""}</td></tr>`)}</tbody></table></div>
${left.length > 0 && html`<p>${formatCount(left.length)} of them ${left.length === 1 ? "has" : "have"} no say, for the reason beside ${left.length === 1 ? "it" : "each"}.</p>`}
<h3 id="step-venues">2. The venues</h3>
${hasVotes && html`<p>v′ is v_e, but not more than ${formatMoney(clipUsd)} here. T · v′ as a share of the sum would be the weight without caps. No venue may have more than ${percent(cap)}.${trusted >= trustedQuorum && ` Venues with T < 1 may have at most ${percent(groupCap)} together, and the trusted ones get the rest.`} Where the last two columns differ, a cap moved the weight.</p>`}
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
<dl class="limits"><div><dt>High confidence</dt><dd>${rules.highVenues} venues that agree, and a volume of ${formatMoney(rules.highVolumeUsd)} in 24 hours.</dd></div>
<div><dt>Low confidence</dt><dd>Two venues that agree, or less volume. One venue alone must be fully trusted and trade ${formatMoney(rules.singleVolumeUsd)}, and a fresh reference must be within ${percent(rules.widestBand)} of it. Only while no source has a fresh price of the coin, a trusted venue is used alone, and at most ${percent(rules.jump)} from the last confirmed price.</dd></div>
<div><dt>Held</dt><dd>A disputed price, one venue that no fresh reference confirms, and a price of one or two venues that is more than ${percent(rules.jump)} from the last published price or from every fresh reference. The coin keeps its last price with its old time, marked <code>stale</code>, for at most 24 hours. Waiting never confirms a price: another venue or a reference must.</dd></div>
<div><dt>Reference</dt><dd>Without enough evidence of our own, and after those 24 hours: the price of a reference source, and <code>price_source</code> says so.</dd></div>
<div><dt>None</dt><dd>Without a reference either, the price is <code>null</code>, never zero.</dd></div></dl>
<h3>Difficult cases</h3>
<div class="table-scroll" tabindex="0" role="region" aria-label="Difficult cases"><table><thead><tr><th scope="col">Case</th><th scope="col">Result</th></tr></thead><tbody>${CASES.map(([name, result]) => html`<tr><th scope="row">${name}</th><td>${result}</td></tr>`)}</tbody></table></div></section>`;
}

/** Each is a test in `test/market/difficult-cases.test.ts`. */
const CASES = [
  [
    "Two venues, 5 to 30 % apart",
    "A fresh reference within 2 % of one of them decides. That venue makes the price if it is fully trusted; otherwise the reference's price is published. If the reference confirms neither, the last price is held for 24 hours; after that the reference's price is published.",
  ],
  [
    "A coin on two venues only",
    "If they agree within 2 %, their mean is published with low confidence. If they then jump together by more than 20 %, the price is held until a reference confirms it.",
  ],
  [
    "First build, and a reference is wrong by × 1.5",
    "Where three or more venues agree, and the coin's name in their listings or a second reference identifies it, the venues' price is published. The wrong reference is not used.",
  ],
  [
    "One venue drifts by 5 % per build",
    "With four or more venues it is left out from the first build on. With two or three venues, a reference decides as soon as it is 2 % off. Small steps confirm nothing.",
  ],
];

function totals(rules) {
  return html`<section class="article" aria-labelledby="totals"><h2 id="totals">Volume, change, market cap</h2>
${formula(`total_volume = Σ volume of the venues        in USD, each trade once, on the base side
market_cap   = price × circulating supply
fully_diluted_valuation = price × (maximum supply, else total supply)
change       = price now / our own price then − 1`)}
<p>A venue whose price was left out adds no volume. A venue's volume is not counted when it exceeds both ${rules.referenceMultiple} times what the reference reports for all venues together and ${rules.othersMultiple} times what the other venues report, of those that fit the reference. A venue with implausible volumes for ${rules.wrongCoins} or more coins, and for at least ${percent(rules.wrongShare)} of its coins, reports another unit: none of its volumes counts. The change rests on our own samples; until there are any, on the books' own prices of 24 hours ago: each exchange has one vote, and the median counts where more than half of them agree within 1 %. Otherwise the change is the reference's. A stablecoin's rate of then comes from its own dollar books where two exchanges report them, or one large one that BTC and ETH confirm. Supplies and all-time highs are the reference's; our own price moves a high or a low that it passes.</p></section>`;
}

function otherNumbers() {
  return html`<section class="article" aria-labelledby="numbers"><h2 id="numbers">Checks of other numbers</h2>
<p>A number that contradicts what is known is not published. It is held at its last value, marked as stale, or it is <code>null</code>; the site goes on. Waiting alone confirms nothing: another source or an agreeing value does. What was left out is listed in the status.</p>
<dl class="limits"><div><dt>Fiat rates</dt><dd>Two independent origins that agree within 5 % are believed. The ECB and its mirror are one origin. Where origins contradict each other, a rate near the last agreed one is published. A single origin may move a rate by 20 % at once and by 50 % in a month (20 % from an agreed rate). A rate that is 60 days old is compared no more, unless a claim was refused since. Any other rate is held for 7 days and then left out; while one is held, the whole answer is marked as stale.</dd></div>
<div><dt>Supplies</dt><dd>A circulating supply must be within a factor of 1.5 of the last one or of another reference. In a first build, another reference, the row's own market cap and the size of the market must not contradict it. What claims are compared with follows them at most once in 30 days, or as soon as another reference agrees. A contradicted supply is held until what it is compared with is 60 days old: for 30 to 60 days. Without a last one, supply and market cap are <code>null</code>. Total and maximum supply of a contradicted row are <code>null</code> too: the row is in another unit or of another coin.</dd></div>
<div><dt>Highs, lows and changes</dt><dd>A day's range or an all-time high or low that excludes its own row's price is <code>null</code>. So is a high above the all-time high or above twice the prices of that day, and a low below the all-time low. So is a change from a price that our observations, the hourly prices, the day's range or the extremes exclude.</dd></div>
<div><dt>Market totals</dt><dd>A total must fit the sum of its coins, the last total of at most a day ago within 30 %, and its usual ratio to the coins within 20 %. That ratio is compared with a believed one, up to 7 days old or, after refusals, older, so that small steps do not add up. A volume must be within a factor of 3 of the sum of the same source's coins. Otherwise the last total is held for a day; then the coins are summed up.</dd></div>
<div><dt>DeFi</dt><dd>The total must agree with the sum of the chains (factor 1.5) or with what protocols hold (factor 2), with the size of the market, and with a believed total. That total is up to 7 days old or, after refusals, older. From it the new one may differ by 30 %, besides what the coins' market cap moved since. A larger move needs protocols of wrapped coins within 15 % of what these coins are worth, and protocols that moved with the total. What protocols of wrapped coins hold must be what these coins are worth (factor 1.5). A list that contradicts the others is held for 3 days; then there is none until one fits again.</dd></div>
<div><dt>Fear &amp; Greed</dt><dd>A value more than 50 points from the last believed one is left out, unless the next day's is within 20 points of it: then both are believed. After a week without any value the next one is believed. The answer is marked as stale while the newest value is left out.</dd></div></dl></section>`;
}

function gate(root) {
  return html`<section class="article" aria-labelledby="gate"><h2 id="gate">The checks before publishing</h2>
<p>A build is published only when enough exchanges answered, BTC and ETH are certain, the dollar rate of USDT is accepted, BTC, ETH and USDT lie near the references, most coins are not held, and no dataset shrank to nothing. A single doubtful coin is held and does not stop the build. The measurements of the last build: <a href="${root}status/#gate">status</a>. When a check fails, the previous site stays and states its age.</p></section>`;
}

function claims(root) {
  return html`<section class="article" aria-labelledby="claims"><h2 id="claims">What we do not claim</h2>
<ul class="claims"><li><strong>Not real time.</strong> Prices are as old as <code>meta.updated_at</code> says. Between two builds nothing moves.</li>
<li><strong>Not a benchmark.</strong> It is neither audited nor administered; do not settle contracts by it.</li>
<li><strong>Volume is what exchanges report.</strong> Implausible claims are left out, but plausible invented trades cannot be detected from outside.</li>
<li><strong>A majority can be wrong.</strong> Three venues that are wrong together win against two. The evidence shows how many there were.</li>
<li><strong>Trust is a judgement.</strong> The numbers T are ours, not measured.</li>
<li><strong>Decentralised exchanges are not in the prices.</strong> A coin that trades only there has the reference's price.</li>
<li><strong>Supplies, links and categories are not checked by us.</strong> They are the <a href="${root}docs/sources/">sources'</a>.</li>
<li><strong>History has gaps.</strong> A missing point is missing; nothing is interpolated.</li>
<li><strong>No advice.</strong> Nothing here says what to buy or sell.</li></ul></section>`;
}

function formula(text) {
  return html`<pre class="formula" tabindex="0" role="region" aria-label="Formula"><code>${text}</code></pre>`;
}
