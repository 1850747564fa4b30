/**
 * An address as it is compared: in lower case where it is one of the Ethereum Virtual Machine,
 * whose capitals are a checksum only. Other chains tell addresses apart by case. No dependencies:
 * it also runs in workers.
 */
export function renderAddress(address: string): string {
  return /^0x[0-9a-f]{40}$/i.test(address) ? address.toLowerCase() : address;
}
