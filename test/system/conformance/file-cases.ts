import type { Endpoint } from "../../../build/crypto/api/world.ts";
import type { ApiRequest, Case } from "./case.ts";
import { type Ground, sample } from "./ground.ts";
import { apiEndpoints, getEndpoint, isNaiveKey, nestedEndpoints, ownsName, request, spellPath } from "./spell-url.ts";

/** Unknown parameters, some of which spreadsheets add against caches. */
export const NOISE = ["x=1", "_=1700000000", "utm_source=a%20b", "callback=%3Cscript%3E", "%C3%B6=%E6%AF%94", "flag"];

/**
 * L0: files by name. L1: the same without extension, symbols in both cases, some with unknown
 * parameters. L3: what this site does not store.
 */
export function listFileCases(ground: Ground): Case[] {
  const { reference, random, site } = ground;
  const cases: Case[] = [];
  const noise = () => (random.next() < 0.15 ? `?${random.pick(NOISE)}` : "");
  const add = (asked: ApiRequest, names: readonly string[] = []) => {
    const expected = reference.answer(asked);
    const file = reference.findFile(asked);
    if (file !== undefined)
      cases.push({ url: `/api/${file}${noise()}`, level: "L0", about: "a file by its name", expected });
    const endpoint = getEndpoint(asked.endpoint);
    const path = spellPath(endpoint, asked.name);
    // Downloads keep their extension; requests without a required parameter are errors.
    if ("file" in expected || "status" in expected) return;
    const level = file === undefined ? "L3" : "L1";
    cases.push({ url: path + noise(), level, about: "a path without extension", expected });
    for (const name of names) {
      cases.push({ url: spellPath(endpoint, name) + noise(), level, about: "a name in another case", expected });
    }
  };
  for (const endpoint of apiEndpoints) {
    const { id, path, parameters, body, tree, variants } = endpoint;
    // Only the handler answers these, or a live run writes the file.
    if (endpoint.derived?.example && listRequired(parameters).length === 0) continue;
    if (!path.includes("{")) add(request(id));
    else if (body.form === "download") for (const { filename } of site.world.archives) add(request(id, "", filename));
    else if (!("symbol" in parameters)) {
      for (const params of variants(site.world)) add(request(id, "", String(Object.values(params)[0])));
    } else {
      const coins = site.world.market.coins.filter(ownsName);
      const some = tree ? coins.slice(0, 20) : [...coins.slice(0, 40), ...sample(random, coins.slice(40), 60)];
      // Optional trees have names in lower case only.
      if (tree) for (const { symbol } of some) add(request(id, "", symbol.toLowerCase()));
      else for (const { symbol } of some) add(request(id, "", symbol), [symbol.toLowerCase()]);
    }
  }
  return [...cases, ...listIdCases(ground), ...listNestedCases(ground), ...listTreeCases(ground)];
}

/** Without them, every host answers with an error. */
function listRequired(parameters: Endpoint["parameters"]): string[] {
  return Object.entries(parameters).flatMap(([name, { in: place, required }]) =>
    place === "query" && required ? name : [],
  );
}

/** Cases of an endpoint with several names. */
const MOST_NESTED = 20;

/** Files whose paths have several names, such as a coin and a year. */
function listNestedCases({ site }: Ground): Case[] {
  return nestedEndpoints.flatMap(({ path, variants }) =>
    [...variants(site.world)].slice(0, MOST_NESTED).flatMap((params): Case[] => {
      const url = `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))}`;
      const text = new TextDecoder().decode(site.tree.get(`${url.slice(1)}.json`));
      const expected = { body: JSON.parse(text), text };
      return [
        { url: `${url}.json`, level: "L0", about: "a file by its name", expected },
        // GitHub Pages, of L1, has no copies of these files, as its page says.
        { url, level: "L2", about: "a path without extension", expected },
      ];
    }),
  );
}

/**
 * The ids of the largest coins find them on every host, and never a coin with such a symbol.
 */
function listIdCases({ site, reference, random }: Ground): Case[] {
  const aliased = site.world.market.coins.filter(({ id, key, rank }) => id !== key && isNaiveKey(id) && rank! <= 250);
  return [...aliased.slice(0, 3), ...sample(random, aliased.slice(3), 30)].flatMap(({ id }): Case[] => {
    const expected = reference.answer(request("coin", "", id));
    return [
      { url: `/api/coins/${id}.json`, level: "L0", about: "an id as a file", expected },
      { url: `/api/coins/${id}`, level: "L1", about: "an id", expected },
      { url: `/api/coins/${id.toUpperCase()}`, level: "L1", about: "an id in capitals", expected },
    ];
  });
}

/** Files of pages, periods and searches; documents; other published files. */
function listTreeCases({ site, reference, random }: Ground): Case[] {
  const requests: ApiRequest[] = [];
  for (const { id, parameters } of apiEndpoints) {
    for (const limit of parameters["limit"]?.files ?? []) {
      if (typeof limit === "number") requests.push(request(id, `limit=${limit}`));
    }
  }
  for (const limit of [10, 25, 100]) {
    for (let offset = limit; offset < site.world.market.coins.length; offset += limit) {
      requests.push(request("coins", `limit=${limit}&offset=${offset}`));
    }
  }
  for (const coin of sample(random, site.world.market.coins.filter(ownsName), 40)) {
    requests.push({ endpoint: "sparklines", query: [["symbols", coin.symbol]] });
    for (const period of ["1h", "7d", "1y", "all"]) {
      requests.push({ endpoint: "coin-history", name: coin.symbol, query: [["period", period]] });
    }
  }
  const pages = requests.flatMap((asked): Case[] => {
    const file = asked.query[0]?.[1].includes(",") ? undefined : reference.findFile(asked);
    if (file === undefined) return [];
    return [{ url: `/api/${file}`, level: "L0", about: "a file by its name", expected: reference.answer(asked) }];
  });
  const documents = [...site.tree.keys()].filter(
    // Files of the host answer with the body of an error, programs with the error.
    (path) =>
      (path !== "api/404.json" && /^api\/(?:in\/\w+\/)?[^/]+$/.test(path)) || /^api\/(?:schemas|data)\//.test(path),
  );
  const known = new Set(pages.map(({ url }) => url));
  const rest = documents.map((path): Case => {
    return { url: `/${path}`, level: "L0", about: "a document", expected: { file: path } };
  });
  const index: Case[] = ["/api", "/api/status", "/api/manifest"].map((url) => {
    const file = url === "/api" ? "api/index.json" : `${url.slice(1)}.json`;
    return { url, level: "L1", about: "a document without extension", expected: { file } };
  });
  return [...rest.filter(({ url }) => !known.has(url)), ...index, ...pages];
}
