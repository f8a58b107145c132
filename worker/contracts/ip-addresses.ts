/** Prefix lengths of masked internet addresses, which identify nobody: an IPv4 /24, an IPv6 /48. */
export const MASKED_LENGTHS = { ipv4: 24, ipv6: 48 } as const;

/** The network of an address, as wide as a masked one, which is a network already. */
export const networkOf = (address: string): string =>
  address.includes("/") ? address : `${address}/${MASKED_LENGTHS[address.includes(":") ? "ipv6" : "ipv4"]}`;
