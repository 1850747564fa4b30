import { findText } from "./table-view.js";

/** How DeFi protocols can be ordered, filtered and searched. */
export const PROTOCOLS = {
  first: "rank",
  orders: {
    rank: { title: "Rank", read: (protocol) => protocol.rank, descending: false },
    name: { title: "Name", read: (protocol) => protocol.name.toLowerCase(), descending: false },
    tvl: { title: "Value locked", read: (protocol) => protocol.tvl, descending: true },
    "1d": { title: "Change, 1 d", read: (protocol) => protocol.change_1d, descending: true },
    "7d": { title: "Change, 7 d", read: (protocol) => protocol.change_7d, descending: true },
    cap: { title: "Market cap", read: (protocol) => protocol.mcap, descending: true },
    ratio: { title: "Cap / locked", read: (protocol) => protocol.mcap_tvl_ratio, descending: false },
  },
  filters: {
    category: { title: "Category", read: (protocol) => protocol.category ?? "Uncategorised" },
    chain: { title: "Chain", read: (protocol) => protocol.chains },
  },
  find: (protocols, text) => findText(protocols, text, ({ symbol, name, slug }) => [symbol, name, slug]),
};
