/**
 * Whether an upper-case asset code is that of a leveraged token: a factor and its direction at the end (`BTC3L`,
 * `ETH5S`). Endings in words are no evidence, because JUP, SYRUP and SUP are ordinary coins.
 */
export function isLeveragedCode(code: string): boolean {
  return /.\d[LS]$/.test(code);
}
