/** Two independent mixtures of a text in one number of 53 bits, which is never 0. */
function hashOf(key: string): number {
  let a = 0xde_ad_be_ef;
  let b = 0x41_c6_ce_57;
  for (let index = 0; index < key.length; index += 1) {
    const code = key.charCodeAt(index);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0) || 1;
}

/**
 * Tells keys that were seen before. Kept as hashes in 16 to 32 bytes each; as strings, half a million would take 60 MB.
 * The chance that two keys of 600,000 are taken for one is 1 to 50,000.
 */
export function seenKeys() {
  let slots = new Float64Array(1024);
  let count = 0;

  /** The slot of a hash: where it is, or the empty one where it belongs. */
  function slotOf(hash: number): number {
    let slot = hash % slots.length;
    while (slots[slot] !== 0 && slots[slot] !== hash) slot = (slot + 1) % slots.length;
    return slot;
  }

  function grow(): void {
    const before = slots;
    slots = new Float64Array(before.length * 2);
    for (const hash of before) if (hash !== 0) slots[slotOf(hash)] = hash;
  }

  return {
    /** Whether the key was added before; adds it. */
    hasOrAdd(key: string): boolean {
      const hash = hashOf(key);
      const slot = slotOf(hash);
      if (slots[slot] === hash) return true;
      slots[slot] = hash;
      count += 1;
      if (count * 2 > slots.length) grow();
      return false;
    },
  };
}
