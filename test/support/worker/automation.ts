import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import type { AutomationActivity, AutomationSettings } from "../../../worker/contracts/automation.ts";
import type { Comment } from "../../../worker/contracts/forum.ts";
import type { Facts, Unit } from "../../../worker/features/automation/facts.ts";
import { automationJobs } from "../../../worker/features/automation/automation.jobs.ts";
import { type Deps, makeDeps } from "../../../worker/platform/deps.ts";
import { runDueJobs } from "../../../worker/platform/schedule.ts";
import { json, type Site } from "./site.ts";

export const AUTOMATION = "/api/discussion/automation";

/** Changes settings as a moderator, one at a time. */
export async function set(site: Site, changes: Record<string, string>): Promise<AutomationSettings> {
  const as = await site.logIn();
  let settings: AutomationSettings | undefined;
  for (const [key, value] of Object.entries(changes)) {
    const response = await site.fetch(`${AUTOMATION}/settings`, { method: "PATCH", json: { [key]: value }, as });
    if (response.status !== 200) throw new Error(`Setting refused: ${await response.text()}`);
    settings = await json(response);
  }
  if (!settings) throw new Error("Name a setting.");
  return settings;
}

/** Reads the latest 100 activity entries. */
export async function activity(site: Site): Promise<AutomationActivity[]> {
  return json(site.fetch(`${AUTOMATION}/activity?limit=100`, { as: await site.logIn() }));
}

/** Returns the activity entries of a type. */
export const deeds = async (site: Site, type: string) =>
  (await activity(site)).filter(({ actionType }) => actionType === type);

/** Sends the request of a button on the Automation tab, as a moderator. */
export async function press(site: Site, button: "create-thread" | "add-comments", body?: unknown): Promise<Response> {
  return site.fetch(`${AUTOMATION}/${button}`, {
    method: "POST",
    as: await site.logIn(),
    ...(body !== undefined && { json: body }),
  });
}

/** Reads a thread's public comments. */
export const commentsOf = (site: Site, threadId: number): Promise<Comment[]> =>
  json(site.fetch(`/api/discussion/thread/${threadId}/comments`));

const DAY_MS = 86_400_000;

/**
 * Publishes comparable listings with made-up rents, spread over eight neighbourhoods and the last twenty days.
 */
export async function listUnits(now: Date, count = 240): Promise<void> {
  await env.DB.prepare(bulkInsertSql(1, count, now.getTime())).run();
  await env.DB.prepare(
    `UPDATE listings SET neighbourhood = json_extract('["Annex","Cabbagetown-South St. James Town","Mount Dennis","Agincourt North","Weston","High Park North","Oakridge","Rosedale-Moore Park"]', '$[' || (id % 8) || ']')`,
  ).run();
  await relist(now);
}

/** Changes the dates of all listings to the twenty days before a day, and their rents slightly. */
export async function relist(now: Date): Promise<void> {
  const day = Math.floor(now.getTime() / DAY_MS);
  await env.DB.prepare(
    `UPDATE listings SET first_approved_at = ?1 - id % 20 * ${DAY_MS}, expires_at = ?1 + 60 * ${DAY_MS},
      rent_cents = coalesce(market_rent_cents, 200000) * (75 + (id * 7 + ?2) % 20 - (id % 6 = 5) * 9) / 100`,
  )
    .bind(now.getTime(), day)
    .run();
}

/** Returns the automation's dependencies on the real database, with an adjustable clock. */
export const depsAt = (clock: { now: Date }, changes: Partial<Deps> = {}): Deps => ({
  ...makeDeps(env, createExecutionContext()),
  now: () => clock.now,
  cache: { purge: async () => {}, purgeEverything: async () => {} },
  ...changes,
});

/** Runs only the automation's jobs. */
export const automationAt =
  (deps: Deps) =>
  async (time: Date): Promise<void> =>
    void (await runDueJobs(deps, automationJobs, time));

/** Returns a unit that has only a type and a rent. */
export const unit = (changes: Partial<Unit> = {}): Unit => ({
  bedrooms: "1 Bedroom",
  rentCents: 180_000,
  isNew: false,
  neighbourhood: null,
  isOfCity: true,
  ...changes,
});

/** Returns the facts about an empty site. */
export const facts = (changes: Partial<Facts> = {}): Facts => ({
  day: "2026-11-20",
  siteName: "Below Market",
  siteUrl: "https://below-market.example",
  units: [],
  isCut: false,
  benchmarks: [],
  ...changes,
});
