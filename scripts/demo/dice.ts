/** Pseudo-random choices that come out the same on every run, so that the demo never changes by itself. */
export interface Dice {
  /** From 0 up to, not including, 1. */
  next(): number;
  between(min: number, max: number): number;
  /** Whole number, both ends included. */
  whole(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
}

/** Dice for a seed (mulberry32: 32 bits of state are plenty for choosing a sofa). */
export function makeDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  // Neighbouring seeds start alike; a few throws take them apart.
  for (let warm = 0; warm < 4; warm++) next();
  return {
    next,
    between: (min, max) => min + (max - min) * next(),
    whole: (min, max) => min + Math.floor((max - min + 1) * next()),
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error("Nothing to pick from.");
      return items[Math.floor(next() * items.length)] as T;
    },
    chance: (probability) => next() < probability,
  };
}
