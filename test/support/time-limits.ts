/** Milliseconds for a test and its hooks. */
export const TEST_MS = 30_000;

/**
 * Milliseconds that a browser test waits for one thing: less than a test's limit, so that the error names what is
 * missing.
 */
export const WAIT_MS = 20_000;

/** Tests with a longer limit in milliseconds, and why. All are short on an idle machine. */
export const LONG_TESTS = {
  /** With `npm run test:long`, at full size. */
  fullSize: 1_800_000,
  /** Builds or starts the site, which takes ten times as long beside other tests. */
  build: 240_000,
  /** Copies, starts or fills a site before the tests of a file, or starts a process of the browser. */
  start: 120_000,
  /** Reads many pages, or sends many requests or presses many buttons in sequence. */
  many: 120_000,
  /** Reads all public pages after each of more than a hundred changes. */
  changes: 480_000,
  /** Lives through a year, with its ticks and what people do. */
  year: 300_000,
  /** Draws several maps without a graphics card. */
  map: 120_000,
  /** Fills tables with tens of thousands of rows, which the bounds of a query need. */
  tables: 240_000,
} as const;
