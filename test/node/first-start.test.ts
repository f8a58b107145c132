import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { localDatabasePath } from "../../scripts/local-database.ts";
import { type Started, startIn } from "../support/node/own-start.ts";
import { fullSize, isFullSize } from "../support/full-size.ts";
import { copySources } from "../support/node/source-copy.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

const CHECKOUT_URL = "https://buy.example/vip?plan=1#now";

/** Returns the output after the last line of the start. */
const afterStart = (output: string) => output.slice(output.search(/(?<=Ctrl\+C)/)).trim();

/** Output that would alarm first-time users: failures and stack traces. */
const ALARMING = [/error/i, /^\s+at .+[:)]/m, /fetch failed/i, /exception|unhandled|cron tick/i];

const JOB_RUNS = "SELECT count(*) FROM job_runs";
const SHOWN = "SELECT count(*) FROM listings WHERE status = 'approved'";
const WITHOUT_PREVIEW = `${SHOWN} AND preview IS NULL`;

describe("`npm start` in a fresh copy", () => {
  let copy: ReturnType<typeof copySources>;
  let started: Started | undefined;
  beforeAll(() => {
    copy = copySources(["migrations", ".dev.vars.example"]);
  });
  // Runs regardless of the test's outcome, because nothing else stops the server.
  afterEach(() => started?.stop(), LONG_TESTS.build);
  afterAll(() => copy.forget());

  it(
    "prints no errors and nothing after its start, reads settings from the environment, shows the demo with its pictures, and runs ticks",
    { tags: ["rest"], timeout: LONG_TESTS.build },
    async () => {
      started = await startIn(copy.folder, { VIP_CHECKOUT_URL: CHECKOUT_URL });
      const { siteUrl, output, count } = started;
      expect(await (await fetch(`${siteUrl}/api/vip`)).json()).toMatchObject({ checkoutUrl: CHECKOUT_URL });
      const page = await fetch(siteUrl);
      expect([page.status, page.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/html")]);
      expect(count(SHOWN)).toBeGreaterThan(20);
      const patience = { timeout: LONG_TESTS.build / 3, interval: 250 };
      await expect.poll(() => count(JOB_RUNS), patience).toBeGreaterThan(20);
      await expect.poll(() => count(`${JOB_RUNS} WHERE finished_at IS NULL`), patience).toBe(0);
      expect(count(`${JOB_RUNS} WHERE error IS NOT NULL`)).toBe(0);
      await expect
        .poll(() => count(WITHOUT_PREVIEW), patience)
        .toBeLessThanOrEqual(count(SHOWN) - fullSize(count(SHOWN), 3));
      expect(output()).toContain("every 15 minutes");
      expect(afterStart(output())).toBe("");
      for (const sign of ALARMING) expect(output()).not.toMatch(sign);
    },
  );

  it.runIf(isFullSize)(
    "runs no ticks with LOCAL_CRON=0, still shows the demo with its pictures, and logs it with LOG_LEVEL=info",
    async () => {
      started = await startIn(copy.folder, { LOCAL_CRON: "0", LOG_LEVEL: "info" });
      const { output, count } = started;
      // Includes job runs of the first start if the test above used the same folder.
      const before = count(JOB_RUNS);
      await expect.poll(() => count(WITHOUT_PREVIEW), { timeout: LONG_TESTS.build / 2, interval: 250 }).toBe(0);
      expect(count(JOB_RUNS)).toBe(before);
      expect(output()).toContain("off (LOCAL_CRON=0)");
      expect(afterStart(output())).toContain("QUEUE");
      for (const sign of ALARMING) expect(output()).not.toMatch(sign);
    },
    LONG_TESTS.build,
  );

  it(
    "explains what to do when the database was created by a former version of a migration",
    { tags: ["rest"], timeout: LONG_TESTS.build },
    async () => {
      const stored = new DatabaseSync(localDatabasePath(`${copy.folder}/.wrangler/state`) ?? "");
      stored.exec("ALTER TABLE mailings RENAME COLUMN below_market_count TO former_count");
      stored.close();
      const message = await startIn(copy.folder, { LOCAL_CRON: "0" }).then(
        () => "It started.",
        (error: unknown) => String(error),
      );
      expect(message).toMatch(/^The local database is of an older version.* run npm run reset/m);
      expect(message).not.toMatch(/^\s+at .+[:)]/m);
    },
  );
});
