import { html } from "../../public/js/html.js";

/**
 * The first thing of a page about health: that all is well, or what is not. `problems`: markup of
 * each, the worst first. `good`: a sentence. `validUntil`: afterwards `js/verdict.js` says that the
 * page is too old to tell, because a site that is built no more would look well for good.
 */
export function verdict({ title, good, problems, validUntil }) {
  const isGood = problems.length === 0;
  return html`<section class="verdict ${isGood ? "good" : "bad"}" aria-labelledby="verdict" data-verdict="${validUntil}">
<h2 id="verdict"><span class="verdict-sign" aria-hidden="true">${isGood ? "✓" : "!"}</span>
<span data-verdict-title>${isGood ? title : `${problems.length} ${problems.length === 1 ? "problem" : "problems"}`}</span></h2>
<p class="verdict-old" data-verdict-old hidden>Newer data is overdue: the next build failed or did not run.
What follows is the state of the last one.</p>
${isGood ? html`<p>${good}</p>` : html`<ul>${problems.map((problem) => html`<li>${problem}</li>`)}</ul>`}
</section>`;
}
