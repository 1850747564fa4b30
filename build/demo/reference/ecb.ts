import { renderDay } from "../../lib/time.ts";
import { fiatUsd } from "../fiat-rates.ts";
import type { Simulator } from "../simulator.ts";
import { ECB_CURRENCIES, findReferenceDay, getFixingTime } from "./reference-day.ts";

const PATH = "/stats/eurofxref/eurofxref-daily.xml";

/** The daily sheet: euro based, attributes in single quotes, a cube in a cube in a cube. */
export const ecbSimulator: Simulator = {
  source: "ecb",
  hosts: ["www.ecb.europa.eu"],
  answer({ url }, demo) {
    if (url.pathname !== PATH) return undefined;
    return { headers: { "content-type": "text/xml" }, body: renderSheet(findReferenceDay(demo.now)) };
  },
};

function renderSheet(dayMs: number): string {
  const cubes = ECB_CURRENCIES.map((code) => `\t\t\t<Cube currency='${code}' rate='${renderRate(code, dayMs)}'/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${renderDay(dayMs)}'>
${cubes.join("\n")}
		</Cube>
	</Cube>
</gesmes:Envelope>`;
}

/** Units per euro, with five digits and at least two decimals. */
function renderRate(code: string, dayMs: number): string {
  const time = getFixingTime(dayMs);
  const rate = fiatUsd("EUR", time) / fiatUsd(code, time);
  return rate.toFixed(rate < 10 ? 4 : rate < 100 ? 3 : 2);
}
