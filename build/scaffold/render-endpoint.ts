import { camelCase, capitalise, QUESTION } from "./render-venue.ts";

/** The source file of an endpoint that already answers: one row for each coin. */
export function renderEndpoint(id: string): string {
  const title = capitalise(id);
  const imports = [
    'import { defineSingle, findRows } from "../endpoint.ts";',
    'import { listOf, maybeNumber, text } from "../field.ts";',
  ];
  return `${imports.join("\n")}

// ${QUESTION} Replace the fields, texts, \`from\` and \`compute\`. Files, routes and docs follow.
export const ${camelCase(id)} = defineSingle({
  id: "${id}",
  path: "/${id}",
  tag: "market",
  title: "${title}",
  description: "One row for each coin.",
  kinds: ["ticker", "coin"],
  data: listOf("${title}, by market cap", "One coin", {
    symbol: text("Ticker in lower case"),
    price: maybeNumber("Price in USD"),
  }),
  from: ({ market }) => findRows(market.coins),
  compute: (coins) => ({
    data: coins.map(({ symbol, price }) => ({ symbol: symbol.toLowerCase(), price })),
  }),
});
`;
}

export function renderEndpointTest(id: string): string {
  const name = camelCase(id);
  const imports = [
    'import { expect, it } from "vitest";',
    `import { ${name} } from "../../../build/api/endpoints/${id}.ts";`,
    'import { makeCoin, makeWorld } from "../../fixtures/market.ts";',
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
