/*
 * Groups headlines about one story: publishers write about it within two days, in mostly the same
 * words, and about the same coins: "Bitcoin funds see record inflows" and "Ether funds see record
 * inflows" are two. Other words for the same story stay apart: two stories under one headline would
 * be worse.
 */

const APART_MS = 48 * 3_600_000;
/** Words that both headlines have, as a share of all words of both, and at least so many. */
const SHARED = 0.5;
const FEWEST = 4;
/** Shorter words, such as "of", say nothing about a story; numbers do. */
const WORD = /\p{N}[\p{N}.,]*|[\p{L}\p{N}]{3,}/gu;

/** The stories in the order of their newest headline, each with its `others`, newest first. */
export function groupStories(articles) {
  const stories = [];
  for (const article of articles) {
    const words = new Set(article.title.toLowerCase().match(WORD));
    const timeMs = Date.parse(article.published_at);
    const coins = article.coins.toSorted().join(" ");
    const same = stories.find(
      (story) => story.coins === coins && story.newestMs - timeMs <= APART_MS && isSame(story.words, words),
    );
    if (same === undefined) stories.push({ newestMs: timeMs, words, coins, members: [article] });
    else same.members.push(article);
  }
  return stories.map(({ members: [newest, ...others] }) => ({ ...newest, others }));
}

function isSame(one, other) {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared >= FEWEST && shared / (one.size + other.size - shared) >= SHARED;
}
