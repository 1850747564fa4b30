/*
 * Groups headlines about one story: publishers write about it within two days, in mostly the same
 * words, and about the same coins: "Bitcoin funds see record inflows" and "Ether funds see record
 * inflows" are two. So are headlines that each have a name that the other lacks. Other words for
 * the same story stay apart: two stories under one headline would be worse.
 */

const APART_MS = 48 * 3_600_000;
/** Words that both headlines have, as a share of all words of both, and at least so many. */
const SHARED = 0.5;
const FEWEST = 4;
/** Shorter words, such as "of", say nothing about a story; numbers do. */
const WORD = /\p{N}[\p{N}.,]*|[\p{L}\p{N}]{3,}/gu;
/** Where more words of a headline have a capital, it is a style: they are no names. */
const MOST_NAMES = 0.5;

/** The stories in the order of their newest headline, each with its `others`, newest first. */
export function groupStories(articles) {
  const stories = [];
  for (const article of articles) {
    const words = new Set(article.title.toLowerCase().match(WORD));
    const names = listNames(article.title);
    const timeMs = Date.parse(article.published_at);
    const coins = article.coins.toSorted().join(" ");
    const same = stories.find(
      (story) => story.coins === coins && story.newestMs - timeMs <= APART_MS && isSame(story, { words, names }),
    );
    if (same === undefined) stories.push({ newestMs: timeMs, words, names, coins, members: [article] });
    else same.members.push(article);
  }
  return stories.map(({ members: [newest, ...others] }) => ({ ...newest, others }));
}

function isSame(one, other) {
  if (hasOwnName(one, other) && hasOwnName(other, one)) return false;
  const shared = [...one.words].filter((word) => other.words.has(word)).length;
  return shared >= FEWEST && shared / (one.words.size + other.words.size - shared) >= SHARED;
}

function hasOwnName(one, other) {
  return one.names.some((name) => !other.words.has(name));
}

/** Words with a capital, without the first one, which always has it; in lower case. */
function listNames(title) {
  const [, ...words] = title.match(WORD) ?? [];
  const names = words.filter((word) => word !== word.toLowerCase());
  return names.length > words.length * MOST_NAMES ? [] : names.map((name) => name.toLowerCase());
}
