import { defineConversion, type Need, Refusal } from "../../../kit/api/derived.ts";
import { renderAddress } from "../../normalise/address.ts";

interface ContractsAnswer {
  data: Readonly<Record<string, { id: string; key: string }>>;
  meta: Readonly<Record<string, unknown>>;
}

/** The coin of one contract. No dependencies: it also runs in workers. */
export const coinOfContract = defineConversion({
  needs: ({ values }): [Need<ContractsAnswer>] => [
    { endpoint: "contracts", values: { chain: String(values["chain"]).toLowerCase() }, optional: true },
  ],
  convert([contracts], { values }) {
    const chain = String(values["chain"]).toLowerCase();
    const address = renderAddress(String(values["address"]));
    if (contracts === undefined) return new Refusal("not_found", `There is no chain "${chain.slice(0, 80)}"`);
    const { data, meta } = contracts;
    const coin = Object.hasOwn(data, address) ? data[address] : undefined;
    if (coin === undefined)
      return new Refusal("not_found", `There is no contract "${address.slice(0, 80)}" on the chain "${chain}"`);
    // Some addresses contain a slash.
    const self = `contracts/${chain}/${encodeURIComponent(address)}`;
    return { data: { chain, address, ...coin }, meta: { ...meta, self } };
  },
});
