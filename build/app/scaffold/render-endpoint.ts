import { camelCase, capitalise, QUESTION } from "./render-venue.ts";

/** The source file of an endpoint that already answers: one row for each coin. */
export function renderEndpoint(id: string): string {
  const title = capitalise(id);
  const row = `${capitalise(camelCase(id))}Row`;
  const imports = [
    'import { z } from "zod";',
    'import type { MarketCoin } from "../../market/model/market.ts";',
    'import { defineSingle, findRows } from "../define-endpoint.ts";',
    'import { envelope } from "../../../kit/api/endpoint.ts";',
    'import { defineRow, maybeUsd, text } from "../../../kit/api/row.ts";',
  ];
  return `${imports.join("\n")}

// ${QUESTION} Replace the fields, texts, \`from\` and \`compute\`. Files, routes and docs follow.
const ${row} = defineRow<MarketCoin>()("One coin", {
  symbol: text("Ticker in lower case", (coin) => coin.symbol.toLowerCase()),
  price: maybeUsd("Price in USD", (coin) => coin.price),
});

export const ${camelCase(id)} = defineSingle({
  id: "${id}",
  path: "/${id}",
  docs: {
    tag: "market",
    title: "${title}",
    description: "One row for each coin.",
  },
  kinds: ["ticker", "coin"],
  body: envelope(z.array(${row}.schema).describe("${title}, by market cap")),
  from: ({ market }) => findRows(market.coins),
  compute: (coins) => ({ data: coins.map(${row}.compute) }),
});
`;
}

/** The test of a new endpoint, as text. */
export function renderEndpointTest(id: string): string {
  const name = camelCase(id);
  const imports = [
    'import { expect, it } from "vitest";',
    `import { ${name} } from "../../../../build/crypto/api/endpoints/${id}.ts";`,
    'import { makeCoin, makeWorld } from "../../../fixtures/market.ts";',
  ];
  return `${imports.join("\n")}

it("has one row for each coin", () => {
  const world = makeWorld({ coins: [makeCoin("bitcoin", "BTC", { price: 50 })] });
  expect(${name}.compute(world, {}).data).toEqual([{ symbol: "btc", price: 50 }]);
});

it("has no file without data", () => {
  expect([...${name}.variants(makeWorld({ coins: [] }))]).toEqual([]);
});
`;
}
