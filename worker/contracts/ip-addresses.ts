/** Prefix lengths of masked IP addresses: an IPv4 /24, an IPv6 /48. A masked address identifies nobody. */
export const MASKED_LENGTHS = { ipv4: 24, ipv6: 48 } as const;
