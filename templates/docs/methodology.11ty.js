import { formatCount, formatMoney, formatPercent, formatPrice } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";
import { endpointLink, rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/methodology/index.html",
  group: "Data quality",
  title: "Methodology",
  description:
    "How a price is computed from many exchanges: the quotes used, the formulas with their numbers, a worked example from this build, and the limitations.",
  words:
    "how prices are calculated weighted average outliers excluded ticker left out not used missing price why " +
    "no trades in 24 hours last trade older spread above unchanged quote currency suspended volume only",
  styles: ["docs.css"],
};

const SYMBOLS = html`<p class="note"><a href="#symbols">Symbols</a></p>`;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const percent = (share) => `${Number((share * 100).toFixed(2))} %`;
const minutes = (ms) => ms / MINUTE_MS;
const hours = (ms) => ms / HOUR_MS;
const days = (ms) => ms / DAY_MS;

export function render({ page, shared }) {
  const { api, methodology, site } = shared.data;
  const { rules, venues, example, calibration, accuracy, mutations } = methodology;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Methodology</h1>
<p class="lead">Check how a price is made. Each coin publishes the evidence of its price, pair by pair; this page explains
the rules and calculates one price by hand.</p>
${shortly(rules)}
${terms(rules, root)}
${eligible(rules, root)}
${quotes(rules)}
${identity(rules, root)}
${coins(rules)}
${price(rules, venues)}
${interval(rules, calibration)}
${example !== null && worked(rules, example, root)}
${publication(rules)}
${totals(rules)}
${keptHours(root, api.endpoints)}
${otherNumbers(rules)}
${candles(rules, accuracy)}
${dense(rules)}
${gate(root)}
${mutations.map(tests)}
${claims(root)}
`);
}

function shortly({ price: { priceCap } }) {
  return html`<section class="article" aria-labelledby="short"><h2 id="short">In short</h2>
<ol class="steps"><li>Each build reads the spot pairs of every exchange.
Pairs without recent trades, with wide spreads or with frozen numbers are left out.</li>
<li>Each pair is assigned to one coin, and its price is converted to dollars.</li>
<li>Each exchange gets one price for a coin. Exchanges far from the median are left out.</li>
<li>The price is the mean of the others, weighted by volume and trust. No exchange has more than
${percent(priceCap)} of the weight unless few are left.</li>
<li>Prices and totals are checked before they are published.</li></ol></section>`;
}

/** The words and symbols of the page, before they are used. */
function terms({ price: { volumeClip } }, root) {
  return html`<section class="article" aria-labelledby="terms"><h2 id="terms">Terms and symbols</h2>
<dl class="limits"><div><dt>Exchange</dt><dd>One trading platform whose pairs each build reads. Its name of an asset, such
as <code>XBT</code>, is a <em>code</em>.</dd></div>
<div><dt>Reference</dt><dd>The price of a coin in the <em>list</em> of an aggregator: CoinGecko, CoinPaprika or CoinLore.
References check the prices of exchanges. One is published only where exchanges give too little evidence.</dd></div>
<div><dt>Held</dt><dd>The coin keeps its last price with its old time, marked <code>stale</code>.</dd></div>
<div><dt>Evidence</dt><dd>The list of all pairs of a coin with their weights, or with the reason why one is not used: see
<a href="${root}docs/api/coin/">the coin's response</a>.</dd></div></dl>
${more(
  "Symbols of the formulas",
  html`<div class="table-scroll" tabindex="0" role="group" aria-label="Symbols"><table class="numbers words"><thead><tr>
<th scope="col">Symbol</th><th scope="col">Meaning</th><th scope="col">Unit</th></tr></thead><tbody>${[
    ["p", "price of a pair", "USD"],
    ["v", "volume of a pair in 24 hours", "USD"],
    ["s", "spread of a pair", "share of the price"],
    ["q", "quality of a pair, by its spread", "0 to 1"],
    ["f", "freshness of a pair, by its last trade", "0 to 1"],
    ["pₑ, vₑ", "price and volume of exchange e", "USD"],
    ["v′", `vₑ, at most ${volumeClip} times the median of all`, "USD"],
    ["T", "trust in an exchange: our judgement, which anyone can edit", "0 to 1"],
    ["n, kept", "exchanges that vote; exchanges in the price", "number"],
    ["w₀, w", "weight of an exchange in the vote; in the price", "share"],
    ["P₀, P", "centre of the vote; price of the coin", "USD"],
    ["τ", "largest distance from the centre", "share"],
  ].map(
    ([symbol, meaning, unit]) => html`<tr><th scope="row">${symbol}</th><td>${meaning}</td><td>${unit}</td></tr>`,
  )}</tbody></table></div>`,
  "symbols",
)}</section>`;
}

function eligible({ listing }, root) {
  const { spreads, trades, answerMaxAgeMs } = listing;
  const oldest = trades.at(-1);
  const widest = spreads.at(-1);
  return html`<section class="article" aria-labelledby="counts"><h2 id="counts">Which quotes are used</h2>
<p>Only spot pairs of coins count, read from the exchanges themselves. Base and quote come from the exchange's own
listing, never from a name. Derivatives, leveraged and tokenised products and halted pairs are never priced; they are
<a href="${root}status/#sources">counted</a>. Also left out, each with its reason in the evidence:</p>
<ul class="claims"><li>Pairs without trades in 24 hours.</li>
<li>Pairs whose last trade is older than ${minutes(oldest.upToMs)} minutes.</li>
<li>Pairs that show the same price and volume in ${listing.unchangedBuilds} builds and ${hours(listing.unchangedMs)}
hours. If more than ${percent(listing.frozenShare)} of an exchange's pairs are frozen, the exchange counts as one that
did not respond.</li></ul>
<p>An exchange also counts as one that did not respond if it made its answer more than ${minutes(answerMaxAgeMs)} minutes
before the answer arrived. Not every exchange states that time.</p>
<p>The last price of a pair is limited to its best offers, because a last trade can be hours old. The spread and the age of
the last trade decide how much a pair counts:</p>
${formula([
  ["p = last trade", "not below bid and not above ask"],
  ["s = (ask − bid) / ((ask + bid) / 2)", "the spread"],
])}
${SYMBOLS}
${more(
  "Quality by spread, and freshness by the last trade",
  html`<div class="columns">${scale("Spread s", "Quality q", [
    ...spreads.map(({ upTo, quality }) => [`up to ${percent(upTo)}`, quality]),
    [`more than ${percent(widest.upTo)}`, "not used"],
    ["no usable offers", listing.qualityWithoutOffers],
  ])}
${scale("Last trade", "Freshness f", [
  ...trades.map(({ upToMs, freshness }) => [`up to ${minutes(upToMs)} minutes ago`, freshness]),
  ["earlier", "not used"],
  ["time unknown", 1],
])}</div>`,
)}</section>`;
}

/** What a number is worth, as a table of two columns. */
function scale(from, to, rows) {
  return html`<div class="table-scroll" tabindex="0" role="group" aria-label="${to}"><table class="numbers words"><thead><tr>
<th scope="col">${from}</th><th scope="col" class="number">${to}</th></tr></thead><tbody>${rows.map(
    ([name, value]) => html`<tr><th scope="row">${name}</th><td class="number">${value}</td></tr>`,
  )}</tbody></table></div>`;
}

function quotes({ quote, stablecoin, list, reference }) {
  return html`<section class="article" aria-labelledby="quotes"><h2 id="quotes">Conversion to dollars</h2>
<p>Most pairs are quoted in something other than dollars, and no stablecoin is taken for a dollar.
Each rate uses the rates before it:</p>
<ol class="steps"><li><strong>Fiat</strong> by the median of a published daily rate and the live dollar pairs of each
exchange that holds dollars. Where most of these are more than ${percent(quote.fiatDisagreement)} off the daily rate,
pairs quoted in that currency are not used.</li>
<li><strong>BTC and ETH</strong> by dollar pairs alone, on exchanges that hold dollars. Where these disagree,
a reference price decides; without one the rate is suspended.</li>
<li><strong>Stablecoins</strong> by one near-equal vote per exchange. An exchange's vote is its dollar pairs,
and BTC and ETH in dollars over BTC and ETH in the stablecoin.
<ul class="substeps"><li>Exchanges more than ${percent(stablecoin.band.widest)} off the median are left out, so that two
of five or more cannot move the rate by more.</li>
<li>With fewer than ${stablecoin.majorityVenues} exchanges, one that is more than ${percent(stablecoin.fewAgree)} off
suspends the rate.</li>
<li>With fewer than ${list.safeVenues}, and where two references of the last ${minutes(reference.decidesMs)} minutes
agree, only the exchanges near them count, if these are
at least half. References never set a rate.</li></ul></li>
<li><strong>A lost peg</strong> of more than ${percent(stablecoin.depeg)} is followed when ${quote.enoughVenues}
exchanges report it, and its dollar pairs and the rate by BTC and ETH agree within ${percent(stablecoin.depegAgrees)}.
Without that proof the rate is suspended.</li>
<li><strong>Other quote coins</strong> by the rates above.</li></ol>
<p>While a rate is suspended, its pairs are not used. A coin with no other pair holds its last price for a day.</p></section>`;
}

function identity({ identity: { near, farthest, agreement, ...names }, key }, root) {
  return html`<section class="article" aria-labelledby="identity"><h2 id="identity">Coin identification</h2>
<p>The same code means different coins on different exchanges. The first of these questions with a yes decides what a
code means:</p>
<ol class="steps"><li><strong>Is the code in the reviewed table of exceptions?</strong> Then it means what the table says.</li>
<li><strong>Does the exchange give a name that contradicts the coin?</strong> Then it is not this coin.</li>
<li><strong>Was the code this coin before?</strong> Then it still is, while its price is within ${percent(near)} of a
reference or of our own last price.</li>
<li><strong>Does a coin of that ticker have a reference price within ${percent(near)}?</strong> Then it is the nearest
one.</li>
<li><strong>Is the price further away, but a second reference or the name agrees?</strong> Then it is that coin.</li></ol>
<p>Otherwise the code is left out and counted. Example: an exchange lists <code>ABC</code> at $2. One coin ABC has the
reference price $1.90, another one $0.004. The code is the first coin, unless the exchange calls it by another name.</p>
${more(
  "All rules of identification",
  html`<ul class="claims"><li><strong>Exceptions</strong> have evidence and a date each. They list codes that mean another
coin, another ticker or none of the coins covered.</li>
<li><strong>A name contradicts a coin</strong> if it fits neither the coin's name nor a former name nor its id. The price
does not matter then.</li>
<li><strong>A contradicting name also counts for exchanges that give no names</strong>, if their price is within
${percent(names.sameAsset)} of it, and no exchange's name matches the coin. The name on one exchange does not count against
${names.others} other exchanges.</li>
<li><strong>A ticker that no coin has</strong> is the one coin with exactly the same name, if two references are within
${percent(names.namesake)}.</li>
<li><strong>A code keeps its coin</strong> also when the reference renames that coin. A code that an exchange lists under
another name is a new code.</li>
<li><strong>Another coin takes a code</strong> of its ticker from an exchange without names if the code's price is within
${percent(agreement)} of the other coin's reference price, but not of a reference or our own last price of the first
coin.</li>
<li><strong>Further away than ${percent(near)}</strong>, a second reference has to agree with the exchange, or the name has
to match and the price has to be within a factor of ${farthest} of the reference. A matching name also counts for
exchanges that give no names, if only one coin has the ticker and their prices are within ${percent(agreement)} of each
other. Exchanges that merely agree with each other prove nothing: they may all trade another coin.</li></ul>`,
)}
<p>A code that is a coin by memory or by name, but whose price is far from every reference,
<em>opposes</em> the references. See <a href="#publication">publication rules</a>.</p>
${more(
  "Example: a wrong reference price on the first day",
  html`<p>On the first day of a site the reference price of a coin is wrong by a factor of 1.5.
If a second reference is right, or exchanges name the coin in their listings, the exchanges set the price.
Otherwise the reference price is published. Codes that cannot be identified are left out and counted.
They change no reference price, unless ${names.manyVenues} or more exchanges trade the ticker at one price and none of
them names another asset.</p>`,
)}<p>A symbol in a URL belongs to one coin. If several coins share it, that is the largest one at the time it was first
used. A change of ranks alone moves nothing. The same holds for ids.</p>
${more(
  "When a symbol in a URL passes to another coin",
  html`<p>A symbol or an id passes to another coin when:</p>
<ul class="claims"><li>the coin has been off the list, or had another symbol, for ${days(key.reservedMs)} days;</li>
<li>the coin is off the list, and the symbol is the id of another coin;</li>
<li>another coin of that symbol has been worth ${key.rivalFactor} times as much in every build for ${days(key.rivalMs)} days.</li>
</ul>
<p>The <a href="${root}api/status.json">status</a> lists such changes for ${days(key.changeKeptMs)} days in
<code>identity_changes</code>. A symbol with characters other than letters, digits, <code>_</code> and <code>-</code>, or a reserved one such as
CON or INDEX, is not used in URLs: the path of that coin is its id.</p>`,
)}</section>`;
}

function coins({ link, merge }) {
  return html`<section class="article" aria-labelledby="coins"><h2 id="coins">Listed coins</h2>
<p>CoinGecko's list decides which coins are listed, and gives them their ids.
CoinPaprika and CoinLore have ids of their own. An identity registry, which never expires, links these ids:</p>
<ul class="claims"><li><strong>Reviewed.</strong> A dated table in the program states the ids that no rule derives.
It overrules everything else.</li>
<li><strong>Learned.</strong> One coin and one row of another source have the same ticker,
prices within ${percent(link.samePrice)}, and the same name, id or market cap (within ${percent(link.sameCap)}).
${link.builds} builds on two days have to agree. A link is dropped after two sources contradict it for
${days(link.contradictedMs)} days.</li>
<li><strong>Derived.</strong> Everything else follows from the other source's id.
A derived id never takes the id of a known coin with another ticker.</li></ul>
${more(
  "While CoinGecko does not respond",
  html`<p>While CoinGecko does not respond, every coin keeps its id, its path and its history.
Prices come from exchanges and from the next source. The market cap is the price times the last known supply,
and <code>circulating_supply_as_of</code> is the time of that supply. If the next source's supply differs by more than a
factor of ${merge.redenominated}, the coin was redenominated, and the new supply counts.</p>
<p>After ${hours(merge.unavailableMs)} hours, new coins of the next source are added,
at most ${percent(merge.newcomersShare)} of the list. They are marked <code>provisional</code>,
because their ids may change. When CoinGecko lists such a coin with the same ticker, price and name,
it gets its id and keeps its history.</p>`,
)}</section>`;
}

function price({ price: { band, ...rules }, reference }, venues) {
  const narrowest = percent(band.narrowest);
  const widest = percent(band.widest);
  return html`<section class="article" aria-labelledby="price"><h2 id="price">Price aggregation</h2>
<h3>Within an exchange</h3>
<p>The price of an exchange is the mean of its pairs by volume, quality and freshness. From ${rules.trimFrom} pairs on,
one that is more than ${percent(rules.ownVenueTrim)} off the exchange's own weighted median is left out.</p>
${formula([["pₑ = Σ p·v·q·f / Σ v·q·f"], ["vₑ = Σ v"]])}
<h3>The centre</h3>
<p>Exchanges vote nearly equally on where the price is. Claimed volume cannot decide the vote: every exchange with a live
pair votes, and any two of five or more exchanges hold less than half of the votes.</p>
${formula([
  [`v′ = min(vₑ, ${rules.volumeClip} × median of all vₑ)`],
  [`w₀ = cap(T · √v′, ${rules.centreCap} / n)`, "trust group capped"],
  ["P₀ = lower weighted median of pₑ by w₀"],
])}
<p>Of an even number of volumes, the smaller middle one is the median. An exchange that states no volume counts with
${percent(rules.unknownVolumeShare)} of the median of the others.</p>
<p><em>cap(w, c)</em> lets no share exceed c and distributes the rest over the others. Then the <em>trust group</em> is
capped: where ${rules.trustedQuorum} or more trusted exchanges vote, exchanges with T &lt; 1 hold at most
${percent(rules.groupCap)} together. Where that moves weight, no exchange has more than ${rules.centreCap} / n of its
group's part, n being the exchanges in that group. So a trusted exchange with little volume can weigh
${percent((1 - rules.groupCap) * (1 - 2 * (rules.centreCap / 3)))}: two large ones alone would outvote all others.</p>
<h3>Which exchanges agree</h3>
${formula([
  ["MAD = lower weighted median of |pₑ − P₀| by w₀", "median distance from the centre"],
  [
    `τ = ${Number(rules.bandInMads.toFixed(4))} × MAD / P₀`,
    `at least ${narrowest}, at most ${widest}; ${widest} for two exchanges`,
  ],
  ["|pₑ / P₀ − 1| ≤ τ", "then the exchange is kept"],
])}
<h3>The price</h3>
${formula([
  [`w = cap(T · v′, max(${percent(rules.priceCap)}, ${rules.centreCap} / kept))`, "trust group capped"],
  ["P = Σ w · pₑ"],
])}
${SYMBOLS}
<p>An exchange more than ${widest} off P <em>opposes</em> it. P is <em>opposed</em> in two cases:</p>
<ul class="claims"><li>At least as many exchanges oppose P as support it.</li>
<li>Fewer than ${rules.safeVenues} exchanges support P, and any exchange opposes it.</li></ul>
<p>An opposed P needs confirmation: a reference price of at most ${minutes(reference.decidesMs)} minutes within
${widest}. If no such reference confirms P, but exchanges lie near one, these exchanges make the price.
Otherwise the price is <em>disputed</em>. An older reference does not decide: after a move it agrees with the exchange
that has not traded since.</p>
${
  venues.length > 0 &&
  more(
    "Trust in each exchange",
    html`<div class="table-scroll" tabindex="0" role="group"
aria-label="Trust in each exchange"><table><thead><tr><th scope="col">Exchange</th><th scope="col" class="number">T</th>
<th scope="col">Holds dollars</th></tr></thead><tbody>${venues.map(
      ({ name, trust, usdFiat }) => html`<tr>
<th scope="row">${name}</th><td class="number">${trust}</td>
<td>${usdFiat ? "yes: its dollar pairs set the rates" : "no"}</td></tr>`,
    )}</tbody></table></div>`,
    "venues",
  )
}</section>`;
}

function interval({ interval: rules }, calibration) {
  return html`<section class="article" aria-labelledby="interval"><h2 id="interval">Uncertainty</h2>
<p>Each aggregated price has an interval, <code>price_low</code> to <code>price_high</code>, that is meant to hold 95 %
of fair exchange prices at that moment. Tables and coin pages show half of it as ±. A reference price,
a stale price and a price of one exchange have none.</p>
${more(
  "Formulas of the interval",
  html`${formula([
    ["m = 1 / Σ w²", "effective number of exchanges"],
    ["d² = Σ w · (pₑ / P − 1)²", "what the exchanges show"],
    ["h² = Σ w · (s / 2)²", "what their spreads show"],
    [`σ² = ((m − 1) · d² / (1 − 1 / m) + ${rules.offerDegrees} · h²) / (m − 1 + ${rules.offerDegrees})`],
    ["a = mean age of the last trades in days", "0 where trade times are unknown"],
    [`r = t(0.975; m − 1 + ${rules.offerDegrees}) · √(σ² · (1 + 1 / m) + (${percent(rules.movePerDay)})² · a)`],
    ["price_low = P / (1 + r)"],
    ["price_high = P · (1 + r)"],
  ])}
${SYMBOLS}
<p>t is the quantile of Student's distribution. Half of a spread counts as at least ${percent(rules.leastHalfSpread)},
and as ${percent(rules.halfSpreadWithoutOffers)} where an exchange publishes no offers: two exchanges may agree by chance.</p>`,
)}${
  calibration.length > 0 &&
  more(
    "Calibration of the interval",
    html`
<p>Each exchange was left out once, and every price was computed from the others. A left-out price that all exchanges
together exclude is not counted.</p>
<div class="table-scroll" tabindex="0" role="group" aria-label="Calibration of the interval"><table><thead><tr>
<th scope="col">Prices</th><th scope="col">Coins</th><th scope="col" class="number">Left out</th>
<th scope="col" class="number">Inside</th><th scope="col" class="number">Median ±</th></tr></thead>
<tbody>${calibration.flatMap(({ about, rows }) =>
      rows.map(
        (row) => html`<tr><th scope="row">${about}</th><td>${row.group}</td>
<td class="number">${formatCount(row.left_out)}</td>
<td class="number">${formatPercent(row.inside_percentage, { decimals: 1 })}</td>
<td class="number">${formatPercent(row.median_half_basis_points / 100)}</td></tr>`,
      ),
    )}</tbody></table></div>`,
    "calibration",
  )
}</section>`;
}

function tests({ possible, survivors, rows }) {
  const sum = (field) => rows.reduce((total, row) => total + row[field], 0);
  return html`<section class="article" aria-labelledby="tests"><h2 id="tests">Tests of the rules</h2>
<p>Do the tests notice a wrong rule? ${formatCount(sum("tried"))} deliberate faults, drawn from
${formatCount(possible)} possible ones, were put into the code of the rules, one at a time: a limit that includes its
value or does not, another number, “or” in place of “and”, a condition that never holds, a result that is missing.
The unit tests found ${formatCount(sum("caught"))} of them. Not found: ${formatCount(survivors.length)}. Without an
effect on any result: ${formatCount(sum("equivalent"))}.</p>
${more(
  "Faults by the rules that they were in",
  html`<div class="table-scroll" tabindex="0" role="group" aria-label="Faults by rules"><table><thead><tr>
<th scope="col">Rules</th><th scope="col" class="number">Faults</th><th scope="col" class="number">Found</th>
<th scope="col" class="number">Without effect</th></tr></thead>
<tbody>${rows.map(
    ({ group, tried, caught, equivalent }) => html`<tr><th scope="row">${group}</th>
<td class="number">${formatCount(tried)}</td><td class="number">${formatCount(caught)}</td>
<td class="number">${formatCount(equivalent)}</td></tr>`,
  )}</tbody></table></div>`,
)}</section>`;
}

function worked(
  { price: { groupCap, trustedQuorum } },
  { coin, price: published, books, venues, clipUsd, cap, sum, spreadPercentage, interval: found },
  root,
) {
  const hasVotes = venues.every(({ rawShare }) => rawShare !== null);
  const left = books.filter(({ included }) => !included);
  const trusted = venues.filter(({ trust }) => trust === 1).length;
  return html`<section class="article" aria-labelledby="example"><h2 id="example">Worked example</h2>
<p>${coin.name} (${coin.symbol}) in this build: ${formatCount(books.length)} pairs on ${formatCount(venues.length)}
exchanges. The same numbers, unrounded, are in <a href="${root}${coin.path}">its JSON</a> under
<code>price_evidence</code>. The price is ${formatPrice(published)}.</p>
${more(
  "The calculation, step by step",
  html`<h3>1. The pairs</h3>
<p>The weight of a pair is its share of v·q·f within its exchange, times w of the exchange.${
    left.length > 0 && ` ${formatCount(left.length)} of them ${left.length === 1 ? "is" : "are"} not used.`
  }</p>
${more(
  `All ${formatCount(books.length)} pairs with their weights`,
  html`<div class="table-scroll" tabindex="0" role="group" aria-label="The pairs"><table class="worked"><thead><tr>
<th scope="col">Exchange</th><th scope="col">Pair</th><th scope="col" class="number">Price</th>
<th scope="col" class="number">Volume, 24 h</th><th scope="col" class="number">Weight</th>
<th scope="col">Reason if not used</th></tr></thead>
<tbody>${books.map(
    ({ name, pair, priceUsd, volume24hUsd, weight, reason }) => html`<tr><th scope="row">${name}</th>
<td><code>${pair}</code></td><td class="number">${formatPrice(priceUsd)}</td>
<td class="number">${formatMoney(volume24hUsd)}</td><td class="number">${share(weight)}</td>
<td class="prose">${reason ?? ""}</td></tr>`,
  )}</tbody></table></div>`,
)}
<h3 id="step-venues">2. The exchanges</h3>
${
  hasVotes &&
  html`<p>v′ is vₑ, but not more than ${formatMoney(clipUsd)} here.
T · v′ as a share of the sum would be the weight without caps. No exchange may have more than
${percent(cap)}.${
    trusted >= trustedQuorum &&
    ` Exchanges with T < 1 may have at most ${percent(groupCap)} together, and the trusted ones get the rest.`
  } Where the
last two columns differ, a cap moved the weight.</p>`
}
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="step-venues"><table class="worked"><thead><tr>
<th scope="col">Exchange</th>${hasVotes && html`<th scope="col" class="number">T</th>`}<th scope="col"
class="number">pₑ in USD</th><th scope="col" class="number">vₑ</th>${
    hasVotes &&
    html`<th scope="col" class="number">T · v′,
share</th>`
  }<th scope="col" class="number">w</th></tr></thead>
<tbody>${venues.map(
    ({ name, trust, priceUsd, volumeUsd, rawShare, weight }) => html`<tr><th scope="row">${name}</th>
${hasVotes && html`<td class="number">${trust}</td>`}<td class="number">${digits(priceUsd)}</td>
<td class="number">${formatMoney(volumeUsd)}</td>${
      hasVotes && html`<td class="number">${share(rawShare)}</td>`
    }<td class="number">${share(weight)}</td></tr>`,
  )}</tbody></table>
</div>
<h3>3. The price</h3>
${formula([
  [`P = ${venues.map(({ weight, priceUsd }) => `${weight.toFixed(4)} × ${digits(priceUsd)}`).join(" + ")}`],
  [`P = ${digits(sum)}`, `published: ${digits(published)}`],
])}
<p>The exchanges lie ${formatPercent(spreadPercentage)} apart. The weights are rounded here,
so a calculator may differ in the last digits.</p>
${found !== null && workedInterval(found, published)}`,
)}</section>`;
}

/** What the formula of the interval gives here, see `interval`. */
function workedInterval({ low, high, parts }, published) {
  const { venues, distance, halfSpread, ageMs, quantile } = parts;
  const exact = (share) => formatPercent(share * 100, { decimals: 4 });
  return html`<h3>4. The interval</h3>
${formula([
  [`m = ${venues.toFixed(3)}`],
  [`t = ${quantile.toFixed(3)}`],
  [`a = ${days(ageMs).toFixed(5)}`],
  [`d = ${exact(distance)}`],
  [`h = ${exact(halfSpread)}`],
  [`r = ${exact(high / published - 1)}`],
  [`price_low = ${digits(low)}`],
  [`price_high = ${digits(high)}`],
])}`;
}

function share(value) {
  return formatPercent(value * 100, { decimals: 2 });
}

/** Nine significant digits, as on a calculator. */
function digits(value) {
  return String(Number(value.toPrecision(9)));
}

function publication({ publication: rules, price: { band }, dispute, list, reference }) {
  return html`<section class="article" aria-labelledby="publication"><h2 id="publication">Publication rules</h2>
<dl class="limits"><div><dt>High confidence</dt><dd>${rules.highVenues} exchanges that agree,
and a volume of ${formatMoney(rules.highVolumeUsd)} in 24 hours.</dd></div>
<div><dt>Low confidence</dt><dd>Two exchanges that agree, or less volume. One exchange alone must be fully trusted and trade
${formatMoney(rules.singleVolumeUsd)}, and a fresh reference must be within ${percent(band.widest)} of it.
Only while no source has a fresh price of the coin, a trusted exchange is used alone,
and at most ${percent(rules.jump)} from the last confirmed price.</dd></div>
<div><dt>Held</dt><dd>A disputed price, one exchange that no fresh reference confirms,
and a price of one or two exchanges that is more than ${percent(rules.jump)} from the last published price or from every
fresh reference. The coin keeps its last price with its old time, marked <code>stale</code>,
for at most ${hours(rules.holdMs)} hours. Waiting never confirms a price: another exchange or a reference must.</dd></div>
<div><dt>Reference</dt><dd>Without enough evidence of our own, and after those ${hours(rules.holdMs)} hours:
the price of a reference source, marked <code>reference</code> in <code>price_source</code>.</dd></div>
<div><dt>None</dt><dd>Without a reference either, the price is <code>null</code>, never zero.</dd></div></dl>
${more(
  "Reference lists against exchanges",
  html`<dl class="limits"><div><dt>A wrong list</dt><dd>Each list is compared with the exchanges' prices of its
${list.comparedCoins} largest coins at its own time. If the median distance exceeds ${percent(list.maxDistance)},
the list gives no prices in this build; its names, supplies and ranks are still used.</dd></div>
<div><dt>Two lists apart</dt><dd>For a coin that only lists price, two lists may differ by ${percent(list.apart)}
(${percent(list.apartBeyond)} beyond rank ${list.largestCoins}). Further apart, two of three that agree decide.
Otherwise the last price is kept for a day, marked <code>stale</code>; then, and on a first build,
the price is <code>null</code>.</dd></div>
<div><dt>Lists against the market</dt><dd>The <em>anchor</em> of a coin is the last listed price that was within
${percent(dispute.shared)} of the exchanges' price. If at least ${dispute.venues} exchanges oppose the references,
and more than stayed near them, the coin is disputed. Within ${percent(dispute.nearAnchor)} of the anchor,
and while the listed supply is the same, the exchanges' price is published. Otherwise the last price is held,
then <code>null</code>: a reference price is never used against ${dispute.venues} exchanges.
If the listed supply moved opposite to the listed price, the coin was redenominated:
its price is held until most of its exchanges follow. On a first build there is no anchor:
${list.safeVenues} exchanges are believed where names identify the coin.</dd></div>
<div><dt>Fewer opposing exchanges</dt><dd>If one or two exchanges oppose the references and none supports them,
the last price is held for ${hours(rules.holdMs)} hours. Then the reference price is published,
marked <code>stale</code> while ${reference.contestedBy} exchanges oppose it.</dd></div></dl>`,
)}${more(
  "Difficult cases",
  html`<div class="table-scroll" tabindex="0" role="group" aria-label="Difficult cases"><table><thead><tr>
<th scope="col">Case</th><th scope="col">Result</th></tr></thead><tbody>
${describeCases(rules, band, reference).map(
  ([name, result]) => html`<tr><th scope="row">${name}</th><td>${result}</td>
</tr>`,
)}</tbody></table></div>`,
)}</section>`;
}

/** Each is a test in `test/crypto/market/difficult-cases.test.ts`. */
function describeCases({ jump, holdMs }, { widest }, { decidesMs }) {
  return [
    [
      "Two exchanges, 5 to 30 % apart",
      `A reference of the last ${minutes(decidesMs)} minutes within ${percent(widest)} of one of them decides. That exchange makes the price if it is ` +
        "fully trusted; otherwise the reference's price is published. If the reference confirms neither, the last " +
        `price is held for ${hours(holdMs)} hours; after that the reference's price is published.`,
    ],
    [
      "A coin on two exchanges only",
      `If they agree within ${percent(widest)}, their mean is published with low confidence. If they then jump ` +
        `together by more than ${percent(jump)}, the price is held until a reference confirms it.`,
    ],
    [
      "First build, and a reference is wrong by × 1.5",
      "Where three or more exchanges agree, and the coin's name in their listings or a second reference identifies " +
        "it, the exchanges' price is published. The wrong reference is not used.",
    ],
    [
      "One exchange drifts by 5 % per build",
      "With four or more exchanges it is left out from the first build on. With two or three exchanges, a reference " +
        `decides as soon as it is ${percent(widest)} off. Small steps confirm nothing.`,
    ],
  ];
}

function totals({ volume, change, price }) {
  return html`<section class="article" aria-labelledby="totals"><h2 id="totals">Volume, change, market cap</h2>
${formula([
  ["total_volume = Σ v′", "in USD, each trade once, on the base side"],
  ["market_cap = price × circulating supply"],
  ["fully_diluted_valuation = price × total supply", "or maximum supply, if no total is known"],
  ["change = price now / our own price then − 1"],
])}
<p>The published volume of a coin is the sum of clipped volumes: v′ is the same as in the weights,
at most ${price.volumeClip} times the median of the exchanges. The volume of an exchange is the sum of its v′ over its
coins, unless that is more than ${volume.referenceMultiple} times what the reference lists for that exchange:
then the listed volume counts, and <code>statistics_source</code> says so. A list that most exchanges exceed is not used
for this. Ranks and market shares of exchanges follow from these volumes. Without a list of exchanges,
only v′ limits them. The volumes of single pairs are shown as the exchanges state them.</p>
${more(
  "Implausible volumes, changes and supplies",
  html`<p>An exchange whose price was left out adds no volume. Pairs with too wide a spread, and pairs with
a local premium, count here and not in the price. An exchange's volume is not counted when it exceeds both
${volume.referenceMultiple} times the reference's volume on all exchanges together and ${volume.othersMultiple} times the
volume of the other exchanges that fit the reference. An exchange with implausible volumes for ${volume.wrongCoins} or more
coins, and for at least ${percent(volume.wrongShare)} of its coins, reports another unit: none of its volumes counts.
The change uses our own samples; until there are any, the pairs' own prices of 24 hours ago: each exchange has one vote,
and the median counts where more than half of them agree within ${percent(change.opensAgree)}.
Otherwise the change is the reference's. A stablecoin's rate of 24 hours ago comes from its own dollar pairs where two
exchanges report them, or one large one that BTC and ETH confirm. Supplies, all-time highs and lows are the reference's,
after the <a href="#numbers">checks below</a>; our own price moves a high or a low that it passes.</p>`,
)}</section>`;
}

function keptHours(root, endpoints) {
  return html`<section class="article" aria-labelledby="hours"><h2 id="hours">Hours kept for good</h2>
<p>The price of an hour is the last one within it. It is stamped with the start of the hour and known at its end.
After 45 days the hours of the 250 largest coins, of those that were the 250 largest on that day, and of every coin that
has kept hours of that year already, move to the documents of their months in the state: prices with their origins,
without market caps and volumes. No change of rank, no limit of a host and no change of host deletes them. A month is closed once all its days have moved; a later
change needs a reason, and raises the revision in the ${endpointLink(root, endpoints, "coin-hours", "hours of the year")} of
each coin that it changes. An hour that no build and no source knows is null: nothing is interpolated.</p>
${more(
  "Hours before the site began, and days that differ from their hours",
  html`
<p>Hours before the site began come from candles of exchanges, month by month, back to the first known day of a coin. The
highest-ranked exchange that lists the coin is read first, others only for hours that it lacks. An exchange without a
candle in a month is read again for the same month of the year before. Candles are scaled to the closes of the days
around them by the same rule as all filled history, and hours that do not agree with the days are left out. A year is
final for a coin once each of its exchanges was read, back to the first known day of the coin. The archive of a year is
written once that is so for every coin; one that enters the largest later raises its revision.</p>
<p>A day and its last hour are one value. Where hours after the last observed price of a day were filled from candles,
the day closes with the newest of those hours, without market cap and volume. A day that was published before gets that
price with the first build of the next UTC day, as a correction. Where no later hour is known, or where none of the
observed hours of a day is kept, it keeps its last observed price. A day that was filled gets the price of its last hour
with the first build of the next UTC day. A day that was filled from the chart of DefiLlama has the price nearest to its
end, at most two hours before or after it: the chart has no fixed times.</p>`,
)}</section>`;
}

function otherNumbers({ quote, guard, rate, supply, dispute, row, extreme, cap, total, global, defi, index }) {
  return html`<section class="article" aria-labelledby="numbers"><h2 id="numbers">Checks of other numbers</h2>
<p>A number that contradicts what is known is not published. It is held at its last value, marked as stale,
or it is <code>null</code>; the site goes on. Waiting alone confirms nothing: another source or an agreeing value does.
What was left out is listed in the status.</p>
${more(
  "Fiat rates",
  html`<p>A rate whose day is more than ${days(quote.fiatMaxAgeMs)} days before the newest day of all sources is not used:
it is not published and contradicts no other. A rate is accepted when two independent origins agree within
${percent(guard.agreement - 1)}. The ECB and its mirror are one origin. Where origins contradict each other,
a rate near the last agreed one is published. A single origin may move a rate by a factor of ${guard.far} at once and of
${guard.sameThing} in ${days(rate.anchorMs)} days (${guard.far} from an agreed rate).
A rate that is ${days(guard.comparedMs)} days old is no longer compared, unless a claim was refused since.
Any other rate is held for ${days(rate.heldMs)} days and then left out; while one is held,
the whole response is marked as stale. The rates of the first build need two origins too. If only one origin answers,
the exchanges' Bitcoin books judge it (BTC in the currency over BTC in dollars).
A table that is more than ${percent(rate.books - 1)} off in more than half of its currencies with books,
or far off in more than one, is refused, if there are ${guard.enough} or more. A rate within ${percent(guard.agreement - 1)} of the books is accepted;
a currency of the ECB's list that is more than ${percent(guard.far - 1)} off has no rate.
All others, and currencies without a book, are published as stale, convert no pairs of exchanges and are in no archive,
until a second day agrees within ${percent(guard.agreement - 1)}. A collection's rate of the last ${days(rate.heldMs)} days
is held against a bank that is more than ${percent(guard.far - 1)} off.</p>`,
)}
${more(
  "Past fixings",
  html`<p>The central bank's fixings are kept as they were read;
another value for a known day is ignored. A rate that differs by more than a factor of ${guard.sameThing} from the days
before and from those after it is not published. A currency whose newest past fixings differ as much from its published
rate, or from the exchanges' books, is left out; where most currencies do, the whole history is,
and it is read again later.</p>`,
)}
${more(
  "Supplies",
  html`<p>A circulating supply must be within a factor of ${supply.near} of the last one or of another
reference. In a first build, another reference, the row's own market cap and the size of the market must not contradict
it. The supply that claims are compared with follows them at most once in ${days(supply.anchorMs)} days,
or as soon as another reference agrees. If a supply is contradicted, we keep the last one for
${days(supply.heldMs - supply.anchorMs)} to ${days(supply.heldMs)} days. Without a last one, supply and market cap are
<code>null</code>. Total and maximum supply of a contradicted row are <code>null</code> too:
the row is in another unit or of another coin.</p>
<p>A price that moved by more than a factor of ${supply.otherUnit} since the last build may be that of a
redenominated coin. Then a supply counts at once if it keeps the market cap within ${percent(dispute.sameCap)} and no other
list with that price states a supply that is more than a factor of ${supply.far} off. Until one does, supply, market cap and
changes are <code>null</code>. The supply of before counts again after ${days(supply.confirmedMs)} day if two lists with the
new price state it, and after ${days(supply.otherUnitMs)} days if the only one does: then the price probably moved. It is
wrong if a list changes the supply still later. While lists contradict each other, or the list of the row has the old
price, there is no limit. After a redenomination, changes from prices in the old unit are <code>null</code>, and the
history keeps those prices as they were. Smaller factors, and coins without a listed supply, are not recognised.</p>`,
)}
${more(
  "Highs, lows and changes",
  html`<p>A day's range or an all-time high or low that excludes its own row's price is
<code>null</code>. So is a high above the all-time high or above ${row.mostAbove} times the prices of that day,
and a low below the all-time low. So is a change from a price that our observations, the hourly prices,
the day's range or the extremes exclude.</p>`,
)}
${more(
  "All-time highs and lows",
  html`<p>They are a list's, so they are checked before they are published.
Where our own daily prices reach back to the stated time, the extreme may pass the days around it by a factor of
${extreme.spike}, and no day of ours may pass the extreme by more than a factor of ${extreme.passed}. Where they do not,
lists that state one must agree within a factor of ${extreme.lists}. Always,
the coin must have been worth less than ${formatMoney(cap.maxUsd)} by its present supply,
and the price must lie within a factor of ${formatCount(extreme.mostFromPrice)}. Of several lists,
the one that our days confirm counts. Otherwise the extreme is <code>null</code>.</p>`,
)}
${more(
  "Market totals",
  html`<p>A total must fit the sum of its coins, the last total of at most ${hours(global.heldMs)}
hours ago within a factor of ${total.move}, and its usual ratio to the coins within a factor of ${guard.far}.
That ratio is compared with an accepted one, up to ${days(total.anchorMs)} days old or, after refusals, older,
so that small steps do not add up. A volume must be within a factor of ${total.volume} of the sum of the same
source's coins. Otherwise the last total is held for ${hours(global.heldMs)} hours; then the coins are summed up.</p>`,
)}
${more(
  "DeFi",
  html`<p>The total must be within a factor of ${guard.sameThing} of the sum of the chains or of what protocols hold,
and agree with the size of the market and with an accepted total.
That total is up to ${days(total.anchorMs)} days old or, after refusals, older.
From it the new one may differ by a factor of ${total.move}, besides what the coins' market cap moved since.
A larger move needs protocols of wrapped coins within ${percent(guard.far - 1)} of what these coins are worth,
and protocols that moved with the total. What protocols of wrapped coins hold must be what these coins are worth (factor
${guard.sameThing}). A list that contradicts the others is held for ${days(defi.heldMs)} days;
then there is none until one fits again.</p>`,
)}
${more(
  "Fear & Greed",
  html`<p>A value more than ${index.maxMove} points from the last accepted one is left out,
unless the next one is within ${index.agreement} points of it: then both are accepted.
The response is marked as stale while the newest value is left out.</p>`,
)}</section>`;
}

function candles({ candle }, accuracy) {
  return html`<section class="article" aria-labelledby="candles"><h2 id="candles">Candles</h2>
<p>An hour closes with the price of the history and opens with the close of the hour before. Where that is unknown,
it opens with its first known price. Highs and lows cannot be seen from one price per build, so they are read from
exchanges: once a UTC day is closed, each of the ${candle.coins} largest coins gets the day's 24 candles from up to
${candle.venues} exchanges. Each exchange is scaled to our own hours of the day: the scale is the median of ours over
theirs in at least ${candle.minShared} shared hours. An exchange is left out if the scale is
${percent(candle.maxDifference)} or more off, or if most hours disagree with it.</p>
${more(
  "Highs and lows: the bounds",
  html`
<p>Of two exchanges, the lower high and the higher low count. They may lie at most ${percent(candle.maxOutside - 1)}
outside the range of our own prices of that hour, or further where both agree within ${percent(candle.maxApart - 1)};
a high beyond ${candle.maxWick} times our own prices is never used. A high is never below our own prices, and a low never
above them. So an exchange that is wrong alone moves a high or a low by ${percent(candle.maxOutside - 1)} at most,
and only where it is the only one.</p>
<p>Without a candle of an exchange, the range is that of our own prices, and the origin is <code>observed</code>.
Candles that are not read ${hours(candle.settledMs)} hours after the end of their day stay so. A day is made of its
hours: it has the origin of most of them.</p>
<p>Days before the first build of a site have the highs and lows of the candles that filled their prices. The
backfill reads hours, and days where no chart has the coin; it sends no further requests. The same bounds hold, with
the filled closes in place of our own prices. Where two exchanges were read for a day, the lower high and the higher
low count; they confirm one another only where one build read both. Such candles appear with the first build of the next
UTC day. A day of which only the close is known has no candle.</p>
<p>In other currencies, open and close have the rates of the history and high and low that of the close; in BTC and
ETH the range is that of open and close.</p>`,
)}${
  accuracy.length > 0 &&
  more(
    "Accuracy of candles",
    html`<p>How far candles are from the truth, or from an exchange's candles that they were not made of.</p>
<div class="table-scroll" tabindex="0" role="group" aria-label="Accuracy of candles"><table><thead><tr>
<th scope="col">Prices</th><th scope="col">Values</th><th scope="col" class="number">Compared</th>
<th scope="col" class="number">Median difference</th><th scope="col" class="number">95 % within</th></tr></thead>
<tbody>${accuracy.flatMap(({ about, rows }) =>
      rows.map(
        (row) => html`<tr><th scope="row">${about}</th><td>${row.group}</td>
<td class="number">${formatCount(row.values)}</td>
<td class="number">${formatPercent(row.median_basis_points / 100)}</td>
<td class="number">${formatPercent(row.p95_basis_points / 100)}</td></tr>`,
      ),
    )}</tbody></table></div>`,
    "accuracy",
  )
}</section>`;
}

function dense({ dense }) {
  return html`<section class="article" aria-labelledby="dense"><h2 id="dense">Prices between builds</h2>
<p>Each build has one price per coin. For the ${dense.coins} largest coins, the build also reads what it cost since the
build before: closes of five-minute candles of one exchange, one request per coin. They appear in <code>1h</code> and
<code>24h</code>, in prices at a time, and in CoinGecko's charts of one day and candles of 30 minutes. Hours, days and this
API's own candles are never made of them.</p>
${more(
  "How the exchange is compared with our prices",
  html`<p>The exchange is scaled to our own prices, as where the backfill joins series: it is left out if it is 2 % or
more off, or if most shared prices disagree with the scale. A price of a build always goes first. A price in between
may lie at most ${percent(dense.maxOutside - 1)} outside our prices before and after it; beyond that it is left
out. Before the first build of a site there is no price of ours, so only the scale is checked. A coin whose price is
held gets none. Prices are never interpolated: five minutes without a trade have no point.</p>`,
)}</section>`;
}

function gate(root) {
  return html`<section class="article" aria-labelledby="gate"><h2 id="gate">Checks before publishing</h2>
<p>A build is published only when enough exchanges responded, the prices of BTC and ETH have high confidence,
the dollar rate of USDT is accepted, BTC, ETH and USDT lie near the references, most coins are not held,
and no dataset shrank to nothing. A single suspect coin is held and does not stop the build. The check counts held
prices; a suspicion alone does not count. It counts only coins that several exchanges price. The number of priced coins
must not fall far below that of the build before. That number leaves out coins that would have lost their price without
one exchange. So no exchange can stop a build alone. The measurements of the last build:
<a href="${root}status/#gate">status</a>. When a check fails, the previous site stays online and states its age.</p>
</section>`;
}

function claims(root) {
  return html`<section class="article" aria-labelledby="claims"><h2 id="claims">Limitations</h2>
<ul class="claims"><li><strong>Not real time.</strong> Prices are as old as <code>meta.updated_at</code> says.
Between two builds only <a href="${root}docs/api/live/">live prices</a> move, on sites that have them.</li>
<li><strong>Not a benchmark.</strong> It is neither audited nor administered; do not settle contracts by it.</li>
<li><strong>Volume is what exchanges report.</strong> Implausible claims are clipped or left out,
but plausible invented trades cannot be detected from outside.</li>
<li><strong>A majority can be wrong.</strong> Three exchanges that are wrong together win against two.
The evidence shows how many there were.</li>
<li><strong>Trust is a judgement.</strong> The numbers T are ours, not measured.</li>
<li><strong>Decentralised exchanges are not in the prices.</strong> A coin that trades only there has the reference's
price.</li>
<li><strong>Supplies, links and categories are the <a href="${root}docs/sources/">sources'</a>.</strong> Implausible
supplies are left out; links and categories are not checked.</li>
<li><strong>History has gaps.</strong> A missing point is missing; nothing is interpolated.</li>
<li><strong>No advice.</strong> Nothing here says what to buy or sell.</li></ul></section>`;
}

/** Rules that most readers do not need, closed. `id`: for links. */
function more(title, content, id) {
  return html`<details class="dataset"${id !== undefined && html` id="${id}"`}><summary>${title}</summary>
${content}</details>`;
}

/** One formula in each line, with a remark if it has one: `[formula, remark]`. */
function formula(lines) {
  return html`<pre class="formula" tabindex="0" role="group" aria-label="Formula"><code>${lines.map(
    ([text, remark], at) => {
      // Within the remark, so that one with a line of its own has no empty line below it.
      const end = at < lines.length - 1 ? "\n" : "";
      return html`${keepTerms(text)}${
        remark === undefined ? end : html`  <span class="formula-remark">${remark}${end}</span>`
      }`;
    },
  )}</code></pre>`;
}

/** A line breaks before an outer operator only: a sum's next term, or else `=` or a factor. */
function keepTerms(text) {
  const terms = splitOutside(text, /^ \+ /);
  return (terms.length > 1 ? terms : splitOutside(text, /^ (?:[=·/]|of|by) /)).map(
    (term, at) => html`${at > 0 && " "}<span class="keep">${enlargeIndexes(term)}</span>`,
  );
}

function enlargeIndexes(term) {
  return term.split(/([ₑ₀])/).map((part, at) => (at % 2 === 1 ? html`<span class="index">${part}</span>` : part));
}

/** Splits a text at the blanks before operators outside of parentheses. */
function splitOutside(text, operator) {
  const parts = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === "(") depth += 1;
    if (sign === ")") depth -= 1;
    if (depth > 0 || !operator.test(text.slice(at))) continue;
    parts.push(text.slice(start, at));
    start = at + 1;
  }
  return [...parts, text.slice(start)];
}
