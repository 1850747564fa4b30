import { DAY_MS } from "../../lib/time.ts";
import { hashText, smoothNoise } from "./noise.ts";

/** Kept near their USD parity by their central banks: they do not drift. */
const PEGGED = "AED ANG AWG BBD BHD BMD BND BSD BZD CUP DJF ERN HKD JOD KWD KYD LBP MOP OMR PAB QAR SAR SGD TTD XCD";

/** Plausible values of one unit in USD; gold, silver and funds' units are left out. */
const USD_PER_UNIT = parseRates(`
AED 0.27229, AFN 0.0149, ALL 0.0118, AMD 0.00261, ANG 0.5587, AOA 0.00109, ARS 0.00069, AUD 0.662, AWG 0.5556,
AZN 0.5882, BAM 0.594, BBD 0.5, BDT 0.0082, BHD 2.6596, BIF 0.000339, BMD 1, BND 0.775, BOB 0.1447, BRL 0.186, BSD 1,
BTN 0.01128, BWP 0.0747, BYN 0.338, BZD 0.4963, CAD 0.721, CDF 0.00045, CHF 1.247, CLP 0.00107, CNH 0.1407, CNY 0.1406,
COP 0.000262, CRC 0.00199, CUP 0.04167, CVE 0.01054, CZK 0.0481, DJF 0.005615, DKK 0.1556, DOP 0.0157, DZD 0.00768,
EGP 0.0211, ERN 0.06667, ETB 0.00648, EUR 1.162, FJD 0.44, FKP 1.322, GBP 1.322, GEL 0.369, GGP 1.322, GHS 0.0901,
GIP 1.322, GMD 0.01365, GNF 0.0001152, GTQ 0.1305, GYD 0.00478, HKD 0.1285, HNL 0.038, HTG 0.00764, HUF 0.00303,
IDR 0.0000598, ILS 0.306, IMP 1.322, INR 0.01127, IQD 0.000763, IRR 0.0000237, ISK 0.00788, JEP 1.322, JMD 0.00622,
JOD 1.4104, JPY 0.00641, KES 0.00772, KGS 0.01143, KHR 0.000249, KMF 0.00236, KPW 0.00111, KRW 0.000679, KWD 3.257,
KYD 1.2, KZT 0.00192, LAK 0.000046, LBP 0.00001117, LKR 0.00325, LRD 0.00555, LSL 0.0584, LYD 0.1832, MAD 0.1078,
MDL 0.0589, MGA 0.000222, MKD 0.01888, MMK 0.000476, MNT 0.000281, MOP 0.1247, MRU 0.0252, MUR 0.0217, MVR 0.0649,
MWK 0.000576, MXN 0.0545, MYR 0.2413, MZN 0.01565, NAD 0.0584, NGN 0.000692, NIO 0.0272, NOK 0.0988, NPR 0.00705,
NZD 0.574, OMR 2.6008, PAB 1, PEN 0.2968, PGK 0.2362, PHP 0.01701, PKR 0.00356, PLN 0.2748, PYG 0.000142, QAR 0.2747,
RON 0.2285, RSD 0.00991, RUB 0.01235, RWF 0.000687, SAR 0.26667, SBD 0.1216, SCR 0.0722, SDG 0.00166, SEK 0.1058,
SGD 0.7692, SHP 1.322, SLE 0.0431, SOS 0.00175, SRD 0.0259, SSP 0.00021, STN 0.0475, SVC 0.1143, SYP 0.0000904,
SZL 0.0584, THB 0.0309, TJS 0.1083, TMT 0.2857, TND 0.3392, TOP 0.4178, TRY 0.0236, TTD 0.1474, TWD 0.0321,
TZS 0.000408, UAH 0.0237, UGX 0.000275, USD 1, UYU 0.0251, UZS 0.0000837, VES 0.0042, VND 0.0000379, VUV 0.00816,
WST 0.3562, XAF 0.001771, XCD 0.3704, XOF 0.001771, XPF 0.00974, YER 0.00419, ZAR 0.0584, ZMW 0.0442, ZWG 0.0377`);

const PEGGED_CODES = new Set(PEGGED.split(" "));

/** Every ISO 4217 code that the demo market has a rate for, sorted, `USD` included. */
export const FIAT_CODES: readonly string[] = [...USD_PER_UNIT.keys()].sort();

/** Whether `fiatUsd` has a rate for the code (upper-case). */
export function isFiat(code: string): boolean {
  return USD_PER_UNIT.has(code);
}

/**
 * USD for one unit of a currency (upper-case ISO 4217). It drifts by a few percent in a year,
 * equally in every demo market. Throws a RangeError for an unknown code.
 */
export function fiatUsd(code: string, timeMs: number): number {
  const value = USD_PER_UNIT.get(code);
  if (value === undefined) throw new RangeError(`The demo market has no rate for ${code}`);
  if (code === "USD") return 1;
  const amplitude = PEGGED_CODES.has(code) ? 0.01 : 1;
  const key = hashText(code, 0x0f1a);
  const days = timeMs / DAY_MS;
  const drift = 0.03 * smoothNoise(key, days / 365) + 0.008 * smoothNoise(key + 1, days / 30);
  return value * Math.exp(amplitude * (drift + 0.002 * smoothNoise(key + 2, days)));
}

/** `EUR 1.162, GBP 1.322` by code. */
export function parseRates(text: string): ReadonlyMap<string, number> {
  const pairs = text.trim().split(/,\s+/);
  return new Map(pairs.map((pair) => [pair.slice(0, 3), Number(pair.slice(4))]));
}
