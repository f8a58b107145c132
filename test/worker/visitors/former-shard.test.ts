import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import type { GoalConversion } from "../../../worker/contracts/stats-periods.ts";
import { operator } from "../../support/worker/operator.ts";
import { json, makeSite } from "../../support/worker/site.ts";
import { emptyShards, shardStubs, statsFor, track } from "../../support/worker/visitors.ts";

/**
 * The table of sessions from before it stored the first page and the campaign. The other tables have not changed since.
 */
const FORMER =
  "CREATE TABLE sessions (id TEXT PRIMARY KEY, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, day TEXT NOT NULL, page TEXT NOT NULL, referrer TEXT NOT NULL, city TEXT NOT NULL, country TEXT NOT NULL, address TEXT NOT NULL, address_at INTEGER NOT NULL, user_agent TEXT NOT NULL, is_active INTEGER NOT NULL, subscribed_at INTEGER, steps INTEGER NOT NULL, steps_day TEXT NOT NULL, met_day TEXT NOT NULL, is_masked INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID";

it("visits are still counted by objects that a previous version created", async () => {
  await emptyShards();
  for (const stub of shardStubs()) {
    await runInDurableObject(stub, (_, { storage }) => void storage.sql.exec(FORMER));
    await evictDurableObject(stub);
  }
  const site = makeSite();
  expect((await track(site, { page: "/about", campaign: "flyer" })).status).toBe(204);
  const as = await operator(site);
  expect((await statsFor(site, as)).todayVisits).toBe(1);
  const goals = await json<GoalConversion>(site.fetch("/api/analytics/goals?goal=called&range=24h", { as }));
  expect(goals).toMatchObject({ pages: [{ key: "/about", visits: 1 }], campaigns: [{ key: "flyer", visits: 1 }] });
});
