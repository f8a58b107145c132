import { json, type Site } from "./site.ts";

export interface DevMail {
  id: number;
  to: string;
  from: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  sentAt: string;
}

/** Returns the emails to an address, newest first, after running the queue. */
export async function mailsTo(site: Site, to: string): Promise<DevMail[]> {
  await site.runQueue();
  return json(site.fetch(`/api/dev/mailbox?to=${encodeURIComponent(to)}`));
}

const isWeeklyReport = ({ subject }: { subject: string }) => subject.includes("] Your week: ");

/** Returns the emails to the operator about events on the site, newest first, without the weekly report. */
export const noticesTo = async (site: Site, operator: string): Promise<DevMail[]> =>
  (await mailsTo(site, operator)).filter((mail) => !isWeeklyReport(mail));

/** Returns the weekly reports to the operator, newest first. */
export const weeklyReportsTo = async (site: Site, operator: string): Promise<DevMail[]> =>
  (await mailsTo(site, operator)).filter(isWeeklyReport);

/** Returns the token of the first link of a kind in an email. */
export function tokenIn(mail: DevMail | undefined, kind: "manage" | "delete" | "appeals"): string {
  const token = new RegExp(`/${kind}/([a-z0-9-]+)`).exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error(`No ${kind} link in the mail`);
  return token;
}
