/** The words of a made-up headline; the renderer of a feed escapes them. */
export interface Headline {
  title: string;
  summary: string;
  categories: string[];
}

export interface HeadlineCoin {
  name: string;
  symbol: string;
}

type Draw = (label: string) => number;

const GROUPS =
  "Developers,Contributors,Node operators,Wallet makers,Researchers,Community members,Educators,Auditors".split(",");
const ACTIONS =
  "publish a roadmap,open a translation effort,finish a documentation sprint,agree on a naming scheme,start a testing week,invite reviews of a proposal,share notes of their meeting,retire an old library,compare three designs,plan a quiet release".split(
    ",",
  );
const PLACES = "Lisbon,Nairobi,Osaka,Tallinn,Bogotá,Wellington,Tromsø,Jaipur,Ghent,Montréal".split(",");
const TOPICS =
  "smaller backups,clearer fee estimates,faster start-up,better error messages,offline signing,screen readers,low-power nodes,readable addresses,long-term archives,shared test data".split(
    ",",
  );
const NUMBERS = "two,three,four,five,seven,nine,eleven,twelve".split(",");
const TAGS = "Markets,Technology,Community,Wallets,Education,Infrastructure,Events,Research".split(",");

/** Patterns with slots in braces; apostrophes, ampersands and quotes are there for the escaping. */
const PATTERNS: readonly string[] = [
  "{group} of {name} {action}",
  "{name} ({ticker}) {topic}: what changed this week",
  "Why {name}'s documentation now begins with {topic}",
  "{place} meetup looks at {topic} in {name} & {other}",
  "{name} and {other} teams {action} in {place}",
  "A beginner's guide to {topic} with {name}",
  "{number} questions about {ticker} that readers ask most",
  "{name} test network passes {number} months without a restart",
  "{group} of {other} {action}, with {name} as the example",
  "Survey: {number} in twelve {name} users want {topic}",
  "“{topic}” is the theme of the {name} week in {place}",
  "{ticker} wallets get {topic} in their next release",
  "How {name} explorers show {topic} today",
  "{place} library lends hardware wallets, adds {name} shelf",
  "{name} newsletter turns {number}, looks back at {topic}",
  "Explained: {topic} in {name}, in {number} pictures",
];

const PLAIN_PATTERNS: readonly string[] = [
  "Open models learn to read {number} old alphabets",
  "{place} students print a telescope, share the plans",
  "The week in {topic}: {number} things to read",
];

/** A headline that names a coin and another one, or none with `plain`. The same draws give the same words. */
export function composeHeadline(coin: HeadlineCoin, other: HeadlineCoin, draw: Draw, plain: boolean): Headline {
  const words: Record<string, string> = {
    name: coin.name,
    ticker: coin.symbol,
    other: other.name,
    group: pick(GROUPS, draw("group")),
    action: pick(ACTIONS, draw("action")),
    place: pick(PLACES, draw("place")),
    topic: pick(TOPICS, draw("topic")),
    number: pick(NUMBERS, draw("number")),
  };
  const fill = (pattern: string) => pattern.replace(/\{(\w+)\}/g, (_match, slot: string) => words[slot] ?? "");
  const title = fill(pick(plain ? PLAIN_PATTERNS : PATTERNS, draw("pattern")));
  return {
    title: title.charAt(0).toUpperCase() + title.slice(1),
    summary: fill(`Notes from {place}, on {topic}. Made up for a sample market; {number} people were asked.`),
    categories: [...new Set([pick(TAGS, draw("tag")), pick(TAGS, draw("second tag")), ...(plain ? [] : [coin.name])])],
  };
}

function pick(values: readonly string[], draw: number): string {
  return values[Math.floor(draw * values.length)]!;
}
