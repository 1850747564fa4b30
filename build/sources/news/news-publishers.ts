import type { Source } from "../source.ts";
import { defineNewsFeed } from "./news-feed.ts";

/** The publishers whose headlines are listed: one line each. */
export const newsPublishers: readonly Source[] = [
  {
    id: "coindesk",
    name: "CoinDesk",
    homepage: "https://www.coindesk.com",
    url: "https://www.coindesk.com/arc/outboundfeeds/rss",
  },
  {
    id: "cointelegraph",
    name: "Cointelegraph",
    homepage: "https://cointelegraph.com",
    url: "https://cointelegraph.com/rss",
  },
  { id: "decrypt", name: "Decrypt", homepage: "https://decrypt.co", url: "https://decrypt.co/feed" },
  { id: "the-block", name: "The Block", homepage: "https://www.theblock.co", url: "https://www.theblock.co/rss.xml" },
  {
    id: "bitcoin-magazine",
    name: "Bitcoin Magazine",
    homepage: "https://bitcoinmagazine.com",
    url: "https://bitcoinmagazine.com/feed",
  },
  { id: "cryptoslate", name: "CryptoSlate", homepage: "https://cryptoslate.com", url: "https://cryptoslate.com/feed/" },
  { id: "u-today", name: "U.Today", homepage: "https://u.today", url: "https://u.today/rss_feed" },
  { id: "bitcoinist", name: "Bitcoinist", homepage: "https://bitcoinist.com", url: "https://bitcoinist.com/feed/" },
  {
    id: "cryptopotato",
    name: "CryptoPotato",
    homepage: "https://cryptopotato.com",
    url: "https://cryptopotato.com/feed/",
  },
  { id: "blockworks", name: "Blockworks", homepage: "https://blockworks.co", url: "https://blockworks.co/feed" },
].map(defineNewsFeed);
