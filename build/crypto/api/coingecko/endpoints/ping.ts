import { defineDerived } from "../../../../kit/api/derived.ts";
import { BASE_PATH, status } from "../published.ts";

export const ping = defineDerived({
  path: `${BASE_PATH}/ping`,
  title: "Ping",
  description: "Answers if the service is available.",
  parameters: {},
  needs: () => [status],
  convert: ([{ meta }]) => ({
    gecko_says: meta.sample ? "Open Crypto Data: sample data, made up" : "Open Crypto Data",
  }),
});
