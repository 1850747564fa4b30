import { camelCase, capitalise, QUESTION } from "./render-venue.ts";

/** The source file of an endpoint that already answers: one row for each coin. */
export function renderEndpoint(id: string): string {
  const title = capitalise(id);
  const imports = [
    'import { z } from "zod";',
    'import { defineEndpoint, type Params } from "../endpoint.ts";',
    'import { maybeNumber, text } from "../field.ts";',
  ];
  return `${imports.join("\n")}

// ${QUESTION} Replace the row, the texts and \`compute\`; files, routes and docs follow.
const Row = z
  .strictObject({
    symbol: text("Ticker in lower case"),
    price: maybeNumber("Price in USD"),
  })
  .describe("One coin");

export const ${camelCase(id)} = defineEndpoint({
  id: "${id}",
  path: "/${id}",
  tag: "market",
  title: "${title}",
  description: "One row for each coin.",
  parameters: {},
  kinds: ["ticker", "coin"],
  data: z.array(Row).describe("${title}, by market cap"),
  *variants({ market }): Iterable<Params> {
    if (market.coins.length > 0) yield {};
  },
  compute({ market }) {
    return { data: market.coins.map(({ symbol, price }) => ({ symbol: symbol.toLowerCase(), price })) };
  },
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
