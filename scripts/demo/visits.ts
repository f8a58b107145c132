/** Deterministic pseudo-random choices, so that the demo is the same on every run. */
interface Dice {
  /** 0 ≤ n < 1. */
  next(): number;
  between(min: number, max: number): number;
  /** A whole number, both ends included. */
  whole(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
}

/** A generator for a seed (mulberry32, with 32 bits of state). */
export function makeDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  // Similar seeds start with similar values, so the first few are discarded.
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

/** A demo visit: a sequence of pages. */
export interface DemoVisit {
  /** When the first page is opened, in milliseconds. */
  at: number;
  sessionId: string;
  address: string;
  userAgent: string;
  city: string;
  /** Referring URL; empty for none. */
  referrer: string;
  pages: string[];
  /** Whether the visitor presses Call on the last listing. */
  calls: boolean;
  /** The address that signs up, and whether it confirms. */
  signsUp?: { email: string; confirms: boolean };
}

/** Pages that can be visited, each with its publication time in milliseconds. */
export interface DemoPages {
  listings: readonly { path: string; since: number }[];
  threads: readonly { path: string; since: number }[];
}

const HOUR = 3_600_000;
export const DEMO_DAYS = 30;
const PEOPLE = 400;
/** Milliseconds spent on a page. */
const STAYS = { min: 15_000, max: 120_000 } as const;

const PHONES = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
];
const DESKTOPS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
  "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
];
/** Weighted by repetition. */
const REFERRERS = [
  ...Array.from({ length: 8 }, () => "https://www.google.com/"),
  ...Array.from({ length: 6 }, () => ""),
  ...Array.from({ length: 4 }, () => "https://www.reddit.com/r/askTO/"),
  ...Array.from({ length: 3 }, () => "https://www.facebook.com/"),
  "https://www.instagram.com/",
  "https://duckduckgo.com/",
  "https://www.bing.com/",
];
const CITIES = [
  ...Array.from({ length: 6 }, () => "Toronto"),
  "Mississauga",
  "Brampton",
  "Markham",
  "Vaughan",
  "Ottawa",
];
const ENTRANCES = [
  "/",
  "/",
  "/",
  "/1-bedroom-apartments-toronto",
  "/2-bedroom-apartments-toronto",
  "/Toronto-Apartment-Discussions",
];

/** Relative traffic by hour of the day in Toronto, from midnight; sums to 1. */
const BUSY = [1, 1, 0, 0, 0, 1, 2, 4, 6, 7, 7, 7, 8, 7, 6, 6, 6, 7, 8, 9, 9, 8, 5, 3].map((share) => share / 118);
const hourInToronto = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  hour: "numeric",
  hourCycle: "h23",
});

/**
 * Deterministic visits for the 30 days before a moment, oldest first, with more on later days. Addresses are from
 * documentation ranges (RFC 5737).
 * @param now milliseconds
 */
export function demoVisits(now: number, pages: DemoPages): DemoVisit[] {
  const dice = makeDice(30_000);
  const people = Array.from({ length: PEOPLE }, (_, number) => ({
    address: `${number % 2 ? "203.0.113" : "198.51.100"}.${1 + (number >> 1)}`,
    userAgent: dice.pick(dice.chance(0.6) ? PHONES : DESKTOPS),
    city: dice.pick(CITIES),
  }));
  const visits: DemoVisit[] = [];
  let signUps = 0;
  for (let hour = Math.floor(now / HOUR) - DEMO_DAYS * 24; hour * HOUR < now; hour += 1) {
    const daysAgo = (now - hour * HOUR) / (24 * HOUR);
    const expected = (38 - daysAgo * 0.7) * (BUSY[Number(hourInToronto.format(hour * HOUR))] ?? 0);
    const drawn = expected * dice.between(0.4, 1.6);
    const count = Math.floor(drawn) + (dice.chance(drawn % 1) ? 1 : 0);
    for (let nth = 0; nth < count; nth += 1) {
      const at = hour * HOUR + dice.whole(0, HOUR - 1);
      const visit = visitAt(at, visits.length);
      // Visits must end before now.
      if (at + visit.pages.length * STAYS.max < now) visits.push(visit);
    }
  }
  return visits.sort((a, b) => a.at - b.at);

  function visitAt(at: number, number: number): DemoVisit {
    const there = ({ since }: { since: number }) => since < at;
    const listings = pages.listings.filter(there);
    const threads = pages.threads.filter(there);
    const opened = [dice.pick(ENTRANCES)];
    for (let more = dice.whole(0, 3); more > 0; more -= 1) {
      const from = dice.chance(0.75) || threads.length === 0 ? listings : threads;
      if (from.length > 0) opened.push(dice.pick(from).path);
    }
    const seesListing = opened.some((path) => path.startsWith("/listing/"));
    const signsUp = dice.chance(0.04);
    if (signsUp) signUps += 1;
    return {
      at,
      // Digits and nine letters, as browsers generate it (SESSION_ID).
      sessionId: `session_${at}_${`demo${number.toString(36)}`.padEnd(9, "x").slice(0, 9)}`,
      ...dice.pick(people),
      referrer: dice.pick(REFERRERS),
      pages: opened,
      calls: seesListing && dice.chance(0.15),
      ...(signsUp && { signsUp: { email: `sample-reader-${signUps}@example.com`, confirms: dice.chance(0.8) } }),
    };
  }
}
