import { expect, it } from "vitest";
import { ecb } from "../../../build/sources/fiat/ecb.ts";
import { readFeed } from "../read-feed.ts";

const NOW = Date.UTC(2026, 10, 20, 9, 15);

const sheet = (cubes: string, time = "2026-11-19") => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${time}'>
			${cubes}
		</Cube>
	</Cube>
</gesmes:Envelope>`;
const USD = "<Cube currency='USD' rate='1.1252'/>";
const JPY = "<Cube currency='JPY' rate='163.36'/>";
const read = (xml: string) => readFeed<"rate">(ecb, "daily", xml, { now: NOW });

it("reads rates against the euro, never inverted", () => {
  expect(read(sheet(`${USD}\n${JPY}`)).records).toEqual([
    { base: "EUR", quote: "USD", rate: 1.1252, date: "2026-11-19" },
    { base: "EUR", quote: "JPY", rate: 163.36, date: "2026-11-19" },
  ]);
});

it("reads a sheet of one currency", () => {
  expect(read(sheet(USD)).records).toHaveLength(1);
});

it.each([
  ["a negative rate", "<Cube currency='GBP' rate='-0.8'/>"],
  ["a rate of zero", "<Cube currency='GBP' rate='0'/>"],
  ["a rate that is not available", "<Cube currency='GBP' rate='N/A'/>"],
  ["a code that is none", "<Cube currency='../x' rate='1'/>"],
  ["no rate", "<Cube currency='GBP'/>"],
  ["an entity, which stays unexpanded", "<Cube currency='&x;' rate='1'/>"],
])("rejects %s and keeps the others", (_name, cube) => {
  const { records, dropped } = read(sheet(`${USD}${cube}`));
  expect(records.map(({ quote }) => quote)).toEqual(["USD"]);
  expect(dropped).toMatchObject([{ fault: true }]);
});

it("rejects rates of a day to come", () => {
  expect(read(sheet(USD, "2026-12-24")).records).toEqual([]);
});

const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>`;

it.each([
  ["entities that multiply", sheet(USD).replace("?>", `?>${laughs}`), "DOCTYPE"],
  ["an external entity", sheet(USD).replace("?>", '?><!DOCTYPE a SYSTEM "file:///etc/passwd">'), "DOCTYPE"],
  ["a page of HTML", "<!DOCTYPE html><html><body>Down</body></html>", "HTML page"],
  ["a sheet that was cut off", sheet(USD).slice(0, -30), "ends before"],
  ["a sheet that does not nest", sheet(`${USD}</Cube>`), "Cube"],
  ["a sheet without a day", sheet(USD, ""), "time"],
  ["a sheet without cubes", "<gesmes:Envelope><gesmes:subject>x</gesmes:subject></gesmes:Envelope>", "Cube"],
])("refuses %s", (_name, xml, message) => {
  expect(() => read(xml)).toThrow(message);
});
