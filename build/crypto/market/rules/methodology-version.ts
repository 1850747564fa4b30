/**
 * The version of the rules that compute prices, in the sense of semantic versioning. Major: prices
 * mean something else. Minor: a changed rule moves prices. Patch: a mistake is corrected that moved
 * the prices of some coins. Each version has an entry in the changelog.
 */
export const METHODOLOGY_VERSION = "1.3.3";
