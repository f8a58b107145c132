import { expect, inject } from "vitest";

export interface StoredMail {
  id: number;
  subject: string;
  text: string;
}

/** Returns the emails that the site sent to an address, newest first. */
export async function mailsTo(email: string): Promise<StoredMail[]> {
  const response = await fetch(`${inject("siteUrl")}/api/dev/mailbox?to=${encodeURIComponent(email)}`);
  return (await response.json()) as StoredMail[];
}

/** Waits for an email to an address whose subject matches. @returns the newest one */
export async function mailAbout(email: string, subject: RegExp): Promise<StoredMail> {
  const find = async () => (await mailsTo(email)).find((mail) => subject.test(mail.subject));
  await expect.poll(find).toBeDefined();
  return (await find()) as StoredMail;
}

/** Returns the path of an emailed link to a page, `/{page}/{token}`. */
export function pathIn(mail: StoredMail, page: string): string {
  const [path] = new RegExp(`/${page}/(?:\\d+-)?[a-z2-7]+`).exec(mail.text) ?? [];
  if (path === undefined) throw new Error(`"${mail.subject}" has no link to /${page}.`);
  return path;
}

/** Signs up an email address and confirms it by replying. @returns the welcome email */
export async function joinAs(email: string): Promise<StoredMail> {
  const site = inject("siteUrl");
  await fetch(`${site}/api/subscribe`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  const request = await mailAbout(email, /reply to join/);
  const reply = new URLSearchParams({ text: "Yes, please." });
  await fetch(`${site}/dev/mailbox/${request.id}/reply`, { method: "POST", body: reply });
  return mailAbout(email, /^Welcome/);
}
