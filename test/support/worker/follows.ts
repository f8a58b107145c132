import type { FollowView } from "../../../worker/contracts/subscribers.ts";
import { type DevMail, mailsTo } from "./mailbox.ts";
import { json, type Site } from "./site.ts";

/** Requests to follow a thread. @param from IP address of the request */
export const insertFollow = (site: Site, threadId: number, email: string, from = "203.0.113.7"): Promise<Response> =>
  site.fetch(`/api/discussion/threads/${threadId}/follow`, { json: { email }, headers: { "cf-connecting-ip": from } });

/** Returns the token of the link in an email about a followed discussion. */
export function followToken(mail: DevMail | undefined): string {
  const token = /\/follow\/([a-z0-9-]+)/.exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error("No follow link in the mail");
  return token;
}

/** Requests to follow a thread, and confirms it by the emailed link. @returns the token of the confirmation email */
export async function follow(site: Site, threadId: number, email: string): Promise<string> {
  await insertFollow(site, threadId, email);
  const token = followToken((await mailsTo(site, email))[0]);
  const view = await json<FollowView>(site.fetch(`/api/follow/${token}`, { method: "POST" }));
  if (view.status !== "following") throw new Error(`Not following: ${JSON.stringify(view)}`);
  return token;
}

/** Runs the next cron tick, 15 minutes later, and all queued work. */
export async function nextTick(site: Site, ms = 15 * 60_000): Promise<void> {
  site.clock.now = new Date(site.clock.now.getTime() + ms);
  await site.tick();
  for (let rounds = 0; site.queued.length > 0 && rounds < 20; rounds += 1) await site.runQueue();
}
