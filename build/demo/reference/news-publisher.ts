/** The habits of a publisher. Names of people are invented. */
export interface NewsPublisher {
  id: string;
  name: string;
  host: string;
  feedPath: string;
  site: string;
  /** Between two articles on average. */
  intervalMinutes: number;
  /** Articles in the feed. */
  items: number;
  authors: readonly string[];
  /** The address of an article from its words in lower case and a number. */
  link(slug: string, number: number, day: string): string;
  /** Share of articles that lead to another publisher, and which one. */
  reposts?: { from: string; share: number };
  /** Share of articles about other things. */
  plainShare?: number;
}

export const NEWS_PUBLISHERS: readonly NewsPublisher[] = [
  {
    ...{ id: "coindesk", name: "CoinDesk", host: "www.coindesk.com", feedPath: "/arc/outboundfeeds/rss" },
    ...{ site: "https://www.coindesk.com", intervalMinutes: 55, items: 25 },
    authors: ["Ada Lindqvist", "Bruno Okafor", "Chidi Marsh"],
    link: (slug, _number, day) => `https://www.coindesk.com/tech/${day.replaceAll("-", "/")}/${slug}`,
  },
  {
    ...{ id: "cointelegraph", name: "Cointelegraph", host: "cointelegraph.com", feedPath: "/rss" },
    ...{ site: "https://cointelegraph.com", intervalMinutes: 48, items: 30 },
    authors: ["Cointelegraph by Dana Verhoef", "Cointelegraph by Emil Castro"],
    link: (slug) => `https://cointelegraph.com/news/${slug}`,
  },
  {
    ...{ id: "decrypt", name: "Decrypt", host: "decrypt.co", feedPath: "/feed" },
    ...{ site: "https://decrypt.co", intervalMinutes: 95, items: 20, plainShare: 0.3 },
    authors: ["Farah Quist", "Decrypt Staff"],
    link: (slug, number) => `https://decrypt.co/${380_000 + (number % 20_000)}/${slug}`,
  },
  {
    ...{ id: "the-block", name: "The Block", host: "www.theblock.co", feedPath: "/rss.xml" },
    ...{ site: "https://www.theblock.co", intervalMinutes: 70, items: 20 },
    authors: ["Goran Pale", "Hana Whitlock"],
    link: (slug, number, day) =>
      `https://www.theblock.co/news/ecosystems/${day}-${slug}-${410_000 + (number % 90_000)}`,
  },
  {
    ...{ id: "bitcoin-magazine", name: "Bitcoin Magazine", host: "bitcoinmagazine.com", feedPath: "/feed" },
    ...{ site: "https://bitcoinmagazine.com", intervalMinutes: 170, items: 15 },
    authors: ["Ivo Santangelo", "Jun Ferreira"],
    link: (slug) => `https://bitcoinmagazine.com/news/${slug}`,
  },
  {
    ...{ id: "cryptoslate", name: "CryptoSlate", host: "cryptoslate.com", feedPath: "/feed/" },
    ...{ site: "https://cryptoslate.com", intervalMinutes: 110, items: 20 },
    authors: ["Kaja Brandt", "Luis Omondi"],
    link: (slug) => `https://cryptoslate.com/${slug}/`,
  },
  {
    ...{ id: "u-today", name: "U.Today", host: "u.today", feedPath: "/rss_feed" },
    ...{ site: "https://u.today", intervalMinutes: 60, items: 30 },
    authors: ["Mira Osei", "Nils Harrow"],
    link: (slug) => `https://u.today/${slug}`,
  },
  {
    ...{ id: "bitcoinist", name: "Bitcoinist", host: "bitcoinist.com", feedPath: "/feed/" },
    ...{ site: "https://bitcoinist.com", intervalMinutes: 100, items: 20 },
    authors: ["Olena Dray", "Pita Rowe"],
    link: (slug) => `https://bitcoinist.com/${slug}/`,
    reposts: { from: "cryptoslate", share: 0.15 },
  },
  {
    ...{ id: "cryptopotato", name: "CryptoPotato", host: "cryptopotato.com", feedPath: "/feed/" },
    ...{ site: "https://cryptopotato.com", intervalMinutes: 90, items: 20 },
    authors: ["Quentin Abara", "Rosa Vale"],
    link: (slug) => `https://cryptopotato.com/${slug}/`,
    reposts: { from: "the-block", share: 0.12 },
  },
  {
    ...{ id: "blockworks", name: "Blockworks", host: "blockworks.co", feedPath: "/feed" },
    ...{ site: "https://blockworks.co", intervalMinutes: 130, items: 20 },
    authors: ["Sunniva Teague", "Tomas Ilunga"],
    link: (slug) => `https://blockworks.co/news/${slug}`,
    reposts: { from: "cointelegraph", share: 0.12 },
  },
];
