import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, it } from "vitest";
import type { SystemState } from "../../worker/contracts/system.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { expectReadableByAll, personIn } from "../support/node/person.ts";
import { answer, openPanel } from "../support/node/screens.ts";
import { DEGRADED, FAILED_REQUESTS, letter } from "../support/page-answers.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const state = (): SystemState & Record<string, unknown> => ({
  health: DEGRADED,
  errors: [
    FAILED_REQUESTS,
    {
      event: "job.failed",
      code: "photos.finish",
      count: 1,
      firstAt: "2026-11-20T15:15:00.000Z",
      lastAt: "2026-11-20T15:15:00.000Z",
      requestId: null,
    },
  ],
  purges: {
    callsLeft: 18,
    waiting: 3,
    waitingWithdrawals: 1,
    oldestAt: "2026-11-20T15:29:00.000Z",
    refusals: 2,
    refusedAt: "2026-11-20T15:28:00.000Z",
  },
  mail: {
    provider: null,
    limit: 200,
    sent: [{ transport: "cloudflare", count: 41 }],
    lastRefusal: { transport: "cloudflare", failure: "quota", at: "2026-11-20T13:00:00.000Z" },
    held: { mailing: "digest:2026-11-20", recipients: 1240 },
  },
  backup: {
    hasKey: true,
    last: {
      id: "2026-11-18",
      startedAt: "2026-11-18T07:00:00.000Z",
      finishedAt: "2026-11-18T07:20:00.000Z",
      rows: 182_340,
      bytes: 41_200_000,
    },
    isLate: true,
  },
  dead: { letters: [letter("12", "listing.mail"), letter("m3", "mails: mailing")], total: 2 },
});

async function inSystemTab(page: Page) {
  await openPanel(page, "/admin?tab=system");
}
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

describe("the System tab", () => {
  it(
    "shows the state of the site, and a fault, without axe violations or horizontal overflow",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const { page, leave } = await personIn(browser);
      await inSystemTab(page);
      await section(page, "Health").getByText("Database").waitFor();
      await section(page, "Health")
        .getByText(/^Version \S+, checked at \d\d:\d\d$/)
        .waitFor();
      await section(page, "Failed jobs").waitFor();

      await answer(page, "**/api/admin/system", state());
      await inSystemTab(page);
      await section(page, "Health").getByText("Waiting too long: jobs for 22 minutes.").waitFor();
      await expectReadableByAll(page, "System");
      await leave();
    },
  );
});
