/** Milliseconds that a test, and what goes before and after it, may take: what hangs is to look like it. */
export const TEST_MS = 30_000;

/** Milliseconds that a browser test waits for one thing: less than a test has, so that it says what did not come. */
export const WAIT_MS = 20_000;

/** Tests that may take longer, in milliseconds, and why. All of them are short on a quiet machine. */
export const LONG_TESTS = {
  /** With `npm run test:long` everything is done at its full size. */
  fullSize: 1_800_000,
  /** Builds the site, or starts it from its sources, which takes ten times as long beside all the other tests. */
  build: 240_000,
  /** Copies the site, makes its database and starts it, or fills it, before the tests of a file. */
  start: 120_000,
  /** Looks at many pages, or sends many requests, one after the other. */
  many: 120_000,
  /** Draws a map without a graphics card, several times. */
  map: 120_000,
  /** Fills tables with tens of thousands of rows: the bounds of a query show at no fewer. */
  tables: 240_000,
} as const;
