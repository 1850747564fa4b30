import { expect, it } from "vitest";
import { getRecordVersion } from "../../../build/crypto/normalise/record-shape.ts";
import { RECORDS } from "./records.ts";

const typeOf = (value: unknown): string => (Array.isArray(value) ? "list" : typeof value);

it("the form of a record does not change without a new version", () => {
  const forms = Object.entries(RECORDS).map(([kind, record]) => {
    const fields = Object.entries(record).map(([name, value]) => `${name}:${typeOf(value)}`);
    return `${kind} ${getRecordVersion(kind as keyof typeof RECORDS)} ${fields.sort().join(" ")}`;
  });
  // When this changes, raise the version of the kind: the state of earlier builds holds the old
  // form.
  expect(forms.sort()).toMatchInlineSnapshot(`
    [
      "article 1 author:object categories:list image:object publishedAtMs:number title:string url:string",
      "chain 1 chainId:number geckoId:string name:string tokenSymbol:string tvlUsd:number",
      "coin 1 athTimeMs:number athUsd:number atlTimeMs:number atlUsd:number change24hUsd:number changePercentage1h:number changePercentage1y:number changePercentage24h:number changePercentage30d:number changePercentage7d:number circulatingSupply:number high24hUsd:number id:string image:object low24hUsd:number marketCapUsd:number maxSupply:number name:string priceUsd:number rank:number sparklineUsd:list symbol:string totalSupply:number updatedAtMs:number volumeUsd:number",
      "coin-detail 1 categories:list explorer:object genesisDate:string homepage:string id:string platforms:object reddit:object sourceCode:object twitter:object whitepaper:object",
      "dex-volume 1 changePercentage1d:number total24hUsd:number",
      "exchange 1 country:string id:string image:object name:string url:string volume24hBtc:number yearEstablished:number",
      "fixing 1 base:string date:string rates:object",
      "global 1 activeCoins:number marketCapChangePercentage24h:number marketCapPercentage:object markets:number totalMarketCapUsd:number totalVolumeUsd:number updatedAtMs:number volumeChangePercentage24h:number",
      "index 1 classification:string nextUpdateMs:object timeMs:number value:number",
      "listing 1 base:string baseName:string market:string quote:string trading:boolean type:string",
      "protocol 1 category:string chainTvlsUsd:object chains:list changePercentage1d:number changePercentage1h:number changePercentage7d:number geckoId:string id:string listedAtMs:number logo:object marketCapUsd:number name:string slug:string symbol:string tvlUsd:number url:object",
      "rate 1 base:string date:string quote:string rate:number",
      "ticker 1 ask:number base:string baseVolume:number bid:number last:number market:string open24h:number priced:boolean quote:string quoteVolume:number tradeTimeMs:number trades:number usdVolume:object vwap:number",
      "tvl 1 timeMs:number tvlUsd:number",
    ]
  `);
});
