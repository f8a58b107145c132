/** Prefix lengths of masked internet addresses, which identify nobody: an IPv4 /24, an IPv6 /48. */
export const MASKED_LENGTHS = { ipv4: 24, ipv6: 48 } as const;
