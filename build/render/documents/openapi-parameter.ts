import type { Endpoint } from "../../api/endpoint.ts";
import type { Parameter } from "../../api/parameter.ts";

/** The parameters of an endpoint as OpenAPI parameter objects. */
export function renderParameters(endpoint: Endpoint): Record<string, unknown>[] {
  return Object.entries(endpoint.parameters).map(([name, parameter]) => ({
    name,
    in: parameter.in,
    description: parameter.description,
    required: parameter.in === "path" || parameter.required === true,
    ...(parameter.type === "list" ? { style: "form", explode: false } : {}),
    schema: renderSchema(parameter),
    example: parameter.type === "list" ? String(parameter.example).split(",") : parameter.example,
  }));
}

function renderSchema(parameter: Parameter): Record<string, unknown> {
  const { type, minimum, maximum, maxLength, maxItems, enum: values, default: fallback } = parameter;
  const bounds = { minimum, maximum, maxLength, maxItems, enum: values, default: fallback };
  const given = Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound !== undefined));
  if (type === "list") return { type: "array", items: { type: "string" }, ...given };
  return { type, ...given };
}
