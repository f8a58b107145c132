import { env } from "cloudflare:workers";
import type { AlertsView } from "../../../worker/contracts/alerts.ts";
import { type DevMail, mailsTo } from "./mailbox.ts";
import { json, type Site } from "./site.ts";

interface Wanted {
  search?: Record<string, unknown>;
  name?: string;
  frequency?: string;
}

/** Requests a saved search, which waits for confirmation. */
export const askFor = (
  site: Site,
  email: string,
  { search = {}, frequency = "daily", ...others }: Wanted = {},
  call: Parameters<Site["fetch"]>[1] = {},
): Promise<Response> => site.fetch("/api/saved-searches", { json: { email, search, frequency, ...others }, ...call });

/** Returns the token of the first link to alerts in an email. */
export function alertToken(mail: DevMail | undefined): string {
  const token = /\/alerts\/([a-z0-9-]+)/.exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error("No link to alerts in the mail");
  return token;
}

/** Saves a search and confirms it by the emailed link. @returns the token in the confirmation email */
export async function saveSearch(site: Site, email: string, wanted: Wanted = {}): Promise<string> {
  await askFor(site, email, wanted);
  const token = alertToken((await mailsTo(site, email))[0]);
  const view = await json<AlertsView>(site.fetch(`/api/alerts/${token}/confirm`, { method: "POST" }));
  const search = view.searches.find(({ id }) => id === view.searchId);
  if (search?.state !== "active") throw new Error(`Not confirmed: ${JSON.stringify(view)}`);
  return token;
}

export const readAlerts = (site: Site, token: string): Promise<AlertsView> => json(site.fetch(`/api/alerts/${token}`));

/** Gives an email address VIP access. */
export async function makeVip(email: string): Promise<void> {
  await env.DB.prepare(
    "INSERT INTO vip_subscriptions (id, customer_id, email_key, status, state_from, created_at) VALUES (?1, ?1, ?1, 'active', 0, 0)",
  )
    .bind(email)
    .run();
}

/** Moves the clock, ticks, and completes all work and mailings that are due. */
export async function passUntil(site: Site, time: Date): Promise<void> {
  site.clock.now = time;
  await site.tick();
  await workOff(site);
}

/** Completes all work and mailings that are due. */
export async function workOff(site: Site): Promise<void> {
  for (let round = 0; round < 30; round += 1) {
    await site.runQueue();
    await site.runMailings();
    if (site.queued.length + site.mailings.length === 0) return;
  }
}

/** Waits until decisions can no longer be undone, and completes the work that follows. */
export const afterUndo = (site: Site): Promise<void> => passMinutes(site, 3);

export async function passMinutes(site: Site, minutes: number): Promise<void> {
  site.clock.now = new Date(site.clock.now.getTime() + minutes * 60_000);
  await workOff(site);
}

/** Returns the emails about new homes and lower rents, newest first. */
export const newsTo = async (site: Site, email: string): Promise<DevMail[]> =>
  (await mailsTo(site, email)).filter(({ subject }) =>
    /^(?:New: |Lower rent: |\d+ (?:new homes?|lower rents?))/.test(subject),
  );
