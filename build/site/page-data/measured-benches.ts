import type { BenchReport } from "./bench-page.ts";

// Written by `npm run bench -- collect` out of what the last runs left.

export const BENCHES: readonly BenchReport[] = [
  {
    name: "archives",
    about: "a million rows as CSV and gzip, against gzip of the finished text",
    date: "2026-11-20",
    machine: {
      cpu: "AMD EPYC",
      cores: 2,
      memoryGb: 25,
      platform: "linux x64",
      node: "20.20.2",
    },
    tables: [
      {
        title: "An archive of 1,000,000 rows",
        columns: ["", "ms", "peak MB", "MB written"],
        rows: [
          ["CSV and gzip", 4710, 185, "22.0"],
          ["gzip of the finished text", 2353, 151, "22.0"],
          ["CSV and gzip, a tenth of the rows", 558, 116, "2.2"],
        ],
      },
    ],
    goals: [
      {
        what: "CSV and gzip against gzip alone",
        value: 2.0016726430061236,
        unit: "x",
        atMost: 2.5,
      },
      {
        what: "peak memory, ten times the rows",
        value: 1.5947198924160384,
        unit: "x",
        atMost: 1.5,
      },
    ],
  },
  {
    name: "peers",
    about: "the same files by Eleventy, Astro, Hugo, SvelteKit and Next",
    date: "2026-11-20",
    machine: {
      cpu: "AMD EPYC",
      cores: 2,
      memoryGb: 25,
      platform: "linux x64",
      node: "20.20.2",
    },
    tables: [
      {
        title: "1,000 coins, 7,234 files: whole processes, median of 1 rounds",
        columns: ["program", "version", "seconds", "÷ ours", "÷ ours, given the answers", "CPU seconds", "peak MB"],
        rows: [
          ["this project", "–", "2.63", "1.00", "0.64", "3.60", "416"],
          ["this project, given the answers", "–", "4.08", "1.55", "1.00", "6.90", "206"],
          ["a loop that copies the answers", "–", "5.06", "1.92", "1.24", "5.04", "88"],
          ["Eleventy", "3.1.7", "6.61", "2.51", "1.62", "6.99", "557"],
          ["Astro", "5.18.2", "13.42", "5.10", "3.29", "12.81", "292"],
          ["Hugo", "0.111.3", "10.26", "3.90", "2.51", "11.62", "1270"],
          ["SvelteKit", "2.70.4", "17.79", "6.76", "4.36", "19.33", "558"],
          ["Next", "16.4.6", "18.05", "6.86", "4.43", "26.20", "598"],
        ],
      },
    ],
    goals: [
      {
        what: "Eleventy ÷ ours",
        value: 2.513834093742368,
        unit: "x",
        atLeast: 2,
      },
      {
        what: "Astro ÷ ours",
        value: 5.104071779420362,
        unit: "x",
        atLeast: 4,
      },
      {
        what: "Hugo ÷ ours",
        value: 3.8997894346269666,
        unit: "x",
        atLeast: 4,
      },
      {
        what: "SvelteKit ÷ ours",
        value: 6.764080085175376,
        unit: "x",
        atLeast: 4,
      },
      {
        what: "Next ÷ ours",
        value: 6.864215644246821,
        unit: "x",
        atLeast: 8,
      },
    ],
    notes: [
      "Every file of every program was compared with ours as JSON before anything was measured: all were equal, and none was missing or too many.",
      'Ours reads a market and the partitions of its history, computes every answer and checks it against its schema. The others read the finished answers, one JSON file each, and have nothing to compute; so does "given the answers", which is our writers alone.',
      "Started on Node as TypeScript (tsx) here, as a build is. Caches of the warm-up are kept; outputs are removed before each run.",
      "Memory is the highest sum over a program and all its processes, CPU seconds are theirs together.",
    ],
  },
  {
    name: "price",
    about: "10,000 coins out of 60,000 books",
    date: "2026-11-20",
    machine: {
      cpu: "AMD EPYC",
      cores: 2,
      memoryGb: 25,
      platform: "linux x64",
      node: "20.20.2",
    },
    tables: [
      {
        title: "Building the market",
        columns: ["coins", "books", "first, ms", "warm, ms"],
        rows: [[10000, 60008, 1087, 814]],
      },
    ],
    goals: [
      {
        what: "10000 coins from 60008 books, warm",
        value: 813.7811340000007,
        unit: "ms",
        atMost: 150,
      },
    ],
  },
  {
    name: "rebuild",
    about: "a second build with nothing new, against the first",
    date: "2026-11-20",
    machine: {
      cpu: "AMD EPYC",
      cores: 2,
      memoryGb: 25,
      platform: "linux x64",
      node: "20.20.2",
    },
    tables: [
      {
        title: "A build of 250 coins with its pages, and the same again",
        columns: ["round", "first, ms", "second, ms", "files", "written again"],
        rows: [
          [1, 4801, 3963, 4732, 0],
          [2, 5743, 3651, 4732, 0],
        ],
      },
    ],
    goals: [
      {
        what: "a second build against the first",
        value: 0.6357183403404387,
        unit: "x",
        atMost: 0.5,
      },
      {
        what: "written again",
        value: 0,
        unit: "files",
        atMost: 0,
      },
    ],
  },
  {
    name: "render",
    about: "from a market in memory to all files, against plain writing",
    date: "2026-11-20",
    machine: {
      cpu: "AMD EPYC",
      cores: 2,
      memoryGb: 25,
      platform: "linux x64",
      node: "20.20.2",
    },
    tables: [
      {
        title: "Rendering two years of history to files",
        columns: ["coins", "way", "ms", "x floor", "peak MB", "files", "MB"],
        rows: [
          [1000, "full", 2583, "10.95", 456, 12298, "228.1"],
          [1000, "unchecked", 2376, "10.12", 444, 12284, "226.2"],
          [1000, "floor", 236, "1.00", 693, 12298, "228.1"],
          [2500, "full", 12555, "1.41", 757, 30647, "571.3"],
          [2500, "unchecked", 11017, "1.24", 728, 30633, "566.6"],
          [2500, "floor", 8896, "1.00", 1581, 30647, "571.3"],
        ],
      },
    ],
    goals: [
      {
        what: "1000 coins against the floor",
        value: 10.949497122722788,
        unit: "x",
        atMost: 1.3,
      },
      {
        what: "2500 coins against the floor",
        value: 1.411392682678289,
        unit: "x",
        atMost: 1.3,
      },
    ],
  },
  {
    name: "serve",
    about: "the Node server against nginx",
    date: "2026-11-20",
    machine: {
      cpu: "AMD EPYC",
      cores: 2,
      memoryGb: 25,
      platform: "linux x64",
      node: "20.20.2",
    },
    tables: [
      {
        title: "Requests over 32 connections, 1697 URLs",
        columns: ["server", "requests/s", "MB/s", "errors"],
        rows: [
          ["node server", 37125, 215, 0],
          ["nginx", 62786, 363, 0],
          ["node server, computed answers among them", 33909, 259, 0],
        ],
      },
      {
        title: "Memory of the Node server under load, MB",
        columns: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
        rows: [["277", "292", "274", "298", "270", "285", "262", "293", "260", "294"]],
      },
    ],
    goals: [
      {
        what: "requests per second against nginx",
        value: 0.6066152388072291,
        unit: "x",
        atLeast: 0.5,
      },
      {
        what: "errors",
        value: 0,
        unit: "answers",
        atMost: 0,
      },
    ],
    notes: [],
  },
  {
    name: "site",
    about: "the pages of 1,000 coins",
    date: "2026-11-20",
    machine: {
      cpu: "AMD EPYC",
      cores: 2,
      memoryGb: 25,
      platform: "linux x64",
      node: "20.20.2",
    },
    tables: [
      {
        title: "Pages of 1000 coins",
        columns: ["round", "data, ms", "Eleventy, ms", "files", "MB"],
        rows: [
          [1, 211, 696, 1039, "21.9"],
          [2, 167, 597, 1039, "21.9"],
          [3, 155, 501, 1039, "21.9"],
          [4, 129, 470, 1039, "21.9"],
          [5, 131, 459, 1039, "21.9"],
        ],
      },
    ],
    goals: [
      {
        what: "Eleventy's share, 1000 coins",
        value: 0.500662014,
        unit: "s",
        atMost: 2,
      },
    ],
  },
  {
    name: "sources",
    about: "reading every source's answers",
    date: "2026-11-20",
    machine: {
      cpu: "AMD EPYC",
      cores: 2,
      memoryGb: 25,
      platform: "linux x64",
      node: "20.20.2",
    },
    tables: [
      {
        title: "Reading every source's answers, 2500 coins (sum 322 ms)",
        columns: ["source", "bodies", "KB", "records", "ms", "of it zod"],
        rows: [
          ["coingecko", 32, 11771, 2586, "94.2", "47 %"],
          ["defillama", 4, 2113, 6067, "46.3", "58 %"],
          ["coinpaprika", 3, 1690, 2065, "41.0", "67 %"],
          ["coinlore", 21, 755, 2001, "19.2", "66 %"],
          ["kraken", 2, 583, 1369, "14.4", "38 %"],
          ["mexc", 2, 1218, 2440, "12.9", "42 %"],
          ["binance", 2, 1038, 1354, "12.8", "32 %"],
          ["gate", 2, 850, 2366, "9.4", "53 %"],
          ["okx", 2, 628, 1608, "8.2", "39 %"],
          ["alternative-me", 2, 230, 3213, "7.2", "56 %"],
          ["kucoin", 2, 668, 1300, "6.8", "45 %"],
          ["cointelegraph", 1, 41, 31, "6.6", "106 %"],
          ["bitget", 2, 455, 1129, "6.1", "37 %"],
          ["cryptoslate", 1, 28, 20, "6.1", "27 %"],
          ["coindesk", 1, 25, 25, "4.0", "89 %"],
          ["crypto-com", 2, 215, 654, "3.5", "69 %"],
          ["coinbase", 2, 169, 491, "3.2", "37 %"],
          ["htx", 2, 222, 847, "3.0", "49 %"],
          ["u-today", 1, 17, 30, "2.8", "56 %"],
          ["bitstamp", 2, 92, 334, "2.5", "42 %"],
          ["bitfinex", 2, 33, 346, "1.5", "52 %"],
          ["the-block", 1, 21, 20, "1.5", "83 %"],
          ["decrypt", 1, 16, 20, "1.4", "81 %"],
          ["blockworks", 1, 29, 20, "1.4", "75 %"],
          ["cryptopotato", 1, 30, 20, "1.3", "83 %"],
          ["bitcoinist", 1, 30, 20, "1.2", "109 %"],
          ["bitcoin-magazine", 1, 23, 15, "1.2", "77 %"],
          ["upbit", 2, 147, 386, "1.1", "31 %"],
          ["fawazahmed0", 1, 6, 152, "0.7", "51 %"],
          ["ecb", 1, 2, 29, "0.7", "72 %"],
          ["gemini", 2, 22, 134, "0.2", "51 %"],
          ["frankfurter", 1, 0, 29, "0.1", "37 %"],
        ],
      },
    ],
    goals: [],
  },
  {
    name: "start",
    about: "npm start from cold to the first answer",
    date: "2026-11-20",
    machine: {
      cpu: "AMD EPYC",
      cores: 2,
      memoryGb: 25,
      platform: "linux x64",
      node: "20.20.2",
    },
    tables: [
      {
        title: "npm start, 250 coins, from a cold start to the first answer",
        columns: ["round", "ms"],
        rows: [
          [1, 6803],
          [2, 7421],
        ],
      },
    ],
    goals: [
      {
        what: "first answer",
        value: 6.802610595,
        unit: "s",
        atMost: 5,
      },
    ],
  },
  {
    name: "state",
    about: "loading ten years of history, against gunzip and JSON.parse",
    date: "2026-11-20",
    machine: {
      cpu: "AMD EPYC",
      cores: 2,
      memoryGb: 25,
      platform: "linux x64",
      node: "20.20.2",
    },
    tables: [
      {
        title: "1000 coins, 10 years of days, 45 days of hours: 4,786,000 points",
        columns: ["", "ms", "peak MB"],
        rows: [
          ["gunzip and JSON.parse", 1493, 357],
          ["every series of every coin", 1719, 399],
        ],
      },
    ],
    goals: [
      {
        what: "loading against gunzip and JSON.parse",
        value: 1.1433767897789309,
        unit: "x",
        atMost: 1.5,
      },
      {
        what: "peak memory",
        value: 398.573568,
        unit: "MB",
        atMost: 600,
      },
    ],
  },
];
