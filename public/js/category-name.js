/** DefiLlama's short names of categories that few readers know, written out. */
const NAMES = new Map([
  ["CDP", "Debt positions (CDP)"],
  ["Dexs", "Exchanges (DEX)"],
  ["RWA", "Real-world assets (RWA)"],
  ["RWA Lending", "Real-world assets lending"],
]);

export function categoryName(category) {
  return NAMES.get(category) ?? category;
}
