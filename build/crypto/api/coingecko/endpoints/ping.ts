import { defineDerived } from "../../../../kit/api/derived.ts";
import { BASE_PATH, status } from "../published.ts";

export const ping = defineDerived({
  path: `${BASE_PATH}/ping`,
  title: "Ping",
  description: "A short response that shows that the API works.",
  parameters: {},
  needs: () => [status],
  convert: ([{ meta }]) => ({
    gecko_says: meta.sample ? "Open Crypto Data: sample data, made up" : "Open Crypto Data",
  }),
});
