import { expect, it } from "vitest";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import { listTables } from "../../../../build/crypto/render/documents/csv-tables.ts";
import { makeWorld } from "../../../fixtures/market.ts";

it("price.csv has one column per currency, also where the settings name USD or one twice", async () => {
  const world = makeWorld({}, { mainCurrencies: ["eur", "usd", "eur"] });
  const table = listTables(endpoints, world).find(({ document }) => document.path.endsWith("price.csv"))!;
  const { body } = await table.render(world);
  expect(Buffer.from(body).toString()).toMatch(/^id,symbol,name,usd,eur,(?!.*\b(usd|eur)\b)/);
});
