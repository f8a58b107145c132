import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import type { Deps } from "../../../worker/platform/deps.ts";
import { publish } from "../../support/worker/listings.ts";
import { makeSite } from "../../support/worker/site.ts";
import { manySubscribers } from "../../support/worker/subscribers.ts";
import type { MailingMark } from "../mailing-mark.ts";
import { countStatements } from "./counting-statements.ts";

const RECIPIENTS = 100_000;
const PARTS = 4;
/** Friday, 10:00 a.m. in New York. */
const TEN = new Date("2026-11-20T15:00:00Z");

it("measures the cost of an edition", { timeout: 1_200_000 }, async () => {
  const count = { statements: 0, rowsWritten: 0 };
  let sent = 0;
  let calls = 0;
  const deps = (real: Deps): Partial<Deps> => ({
    db: drizzle(countStatements(env.DB, count), { casing: "snake_case" }),
    mail: { send: async () => ({ messageId: String((sent += 1)) }) },
    mailings: (key) => {
      const recipients = real.mailings(key);
      return new Proxy(recipients, {
        get(target, method: keyof typeof recipients) {
          calls += 1;
          return (...args: unknown[]) => (target[method] as (...given: unknown[]) => unknown)(...args);
        },
      });
    },
  });
  const vars = { BULK_MAIL_LIMIT: "1000000" };
  const site = makeSite({ now: new Date(TEN.getTime() - 3_600_000), deps, vars });
  await publish(site);
  await manySubscribers(RECIPIENTS, site.clock.now);
  site.queued.length = 0;
  site.clock.now = TEN;
  sent = 0;

  let began = 0;
  const begin = () => {
    Object.assign(count, { statements: 0, rowsWritten: 0 });
    calls = 0;
    began = Date.now();
  };
  const mark = () => {
    const part: MailingMark = { recipients: RECIPIENTS, sent, ms: Date.now() - began, ...count, calls };
    console.log(`BENCH ${JSON.stringify(part)}`);
    begin();
  };
  begin();
  await site.tick();
  mark();
  for (let part = 1; site.mailings.length > 0;) {
    await site.runMailings({ together: true });
    if (sent < (RECIPIENTS / PARTS) * part) continue;
    mark();
    part += 1;
  }
  expect(sent).toBe(RECIPIENTS);
});
