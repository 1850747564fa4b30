import { z } from "zod";
import { envelope, type Params } from "../../../kit/api/endpoint.ts";
import { type ParameterMap, paginate, paginationOf } from "../../../kit/api/query.ts";
import { PaginationMeta } from "../../../kit/api/schema.ts";
import { defineEndpoint } from "../define-endpoint.ts";
import { ProtocolRow, rankProtocols } from "../rows/defi-row.ts";

const PATH = "/defi/protocols";
const LIMITS = [5, 10, 20, 50, 100, 200, 500, "all"];

const parameters = {
  limit: {
    in: "query",
    type: "integer",
    description: "Number of protocols.",
    example: 5,
    default: 20,
    minimum: 1,
    maximum: 500,
    files: LIMITS,
  },
} as const satisfies ParameterMap;

export const defiProtocols = defineEndpoint({
  id: "defi-protocols",
  path: PATH,
  docs: {
    tag: "defi",
    title: "DeFi protocols",
    description: "Protocols by total value locked, without centralised exchanges and chains.",
  },
  parameters,
  kinds: ["protocol"],
  body: envelope(z.array(ProtocolRow.schema).describe("Protocols by total value locked"), {
    pagination: PaginationMeta,
  }),
  *variants({ market }): Iterable<Params> {
    if (market.defi === null || market.defi.protocols.length === 0) return;
    for (const limit of LIMITS) yield limit === parameters.limit.default ? {} : { limit };
  },
  compute({ market: { defi } }, params) {
    if (defi === null) throw new RangeError("There is no DeFi data");
    const pagination = paginationOf(PATH, parameters, params, defi.protocols.length);
    const page = paginate(rankProtocols(defi.protocols), pagination.limit, pagination.offset);
    return { data: page.map(ProtocolRow.compute), meta: { pagination } };
  },
});
