import type { Endpoint } from "./endpoint.ts";

/**
 * The endpoints as the docs show them: those of several currencies as one, with the currency as a
 * parameter of the path.
 */
export function describeEndpoints<One extends Endpoint<never>>(endpoints: readonly One[]): One[] {
  return endpoints.flatMap((endpoint): One[] => {
    const { derived, docs, variants } = endpoint;
    if (derived?.shown === undefined) return [endpoint];
    const { id, path, parameters, about } = derived.shown;
    const currencies = endpoints.flatMap((one) => (one.derived?.shown?.id === id ? one.derived.currency : []));
    const [currency = derived.currency] = currencies;
    if (currency !== derived.currency) return [];
    const inPath = { in: "path", type: "string", description: about, example: currency, required: true } as const;
    return [
      {
        ...endpoint,
        id,
        path,
        docs: { ...docs, ...derived.shown.docs },
        parameters: { currency: { ...inPath, enum: currencies }, ...parameters },
        *variants(world: never) {
          for (const params of variants(world)) yield { currency, ...params };
        },
      },
    ];
  });
}
