/** Time limit of a test and its hooks, in milliseconds. */
export const TEST_MS = 30_000;

/**
 * Milliseconds that a browser test waits for one element or event. This is less than the limit of a test, because the
 * error must name what is missing.
 */
export const WAIT_MS = 20_000;

/** Longer time limits in milliseconds, each with its reason. On an idle machine, none of these tests needs them. */
export const LONG_TESTS = {
  /** Tests of `npm run test:long`, at full size. */
  fullSize: 1_800_000,
  /** Builds or starts the site, which takes ten times as long while other tests run. */
  build: 240_000,
  /** Copies, starts or fills a site before the tests of a file, or starts a browser process. */
  start: 120_000,
  /** Reads many pages, sends many requests, or clicks many buttons in sequence. */
  many: 120_000,
  /** Reads all public pages after each of more than a hundred changes. */
  changes: 480_000,
  /** Simulates a year, with its ticks and users' actions. */
  year: 300_000,
  /** Draws several maps without a graphics card. */
  map: 120_000,
  /** Fills tables with tens of thousands of rows, to test the limits of queries. */
  tables: 240_000,
} as const;
