import type { Endpoint } from "./endpoint.ts";

/**
 * The endpoints as the docs show them: those of several currencies as one, with the currency as a
 * parameter of the path.
 */
export function describeEndpoints(endpoints: readonly Endpoint[]): Endpoint[] {
  return endpoints.flatMap((endpoint): Endpoint[] => {
    const { derived, variants } = endpoint;
    if (derived === undefined) return [endpoint];
    const { currency, about, parameters, ...described } = derived;
    const currencies = endpoints.flatMap((one) => (one.derived?.id === derived.id ? one.derived.currency : []));
    if (currency !== currencies[0]) return [];
    const { derived: _, ...rest } = endpoint;
    return [
      {
        ...rest,
        ...described,
        parameters: {
          currency: {
            in: "path",
            type: "string",
            description: about,
            example: currency,
            required: true,
            enum: currencies,
          },
          ...parameters,
        },
        *variants(world) {
          for (const params of variants(world)) yield { currency, ...params };
        },
      },
    ];
  });
}
