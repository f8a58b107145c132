import { env } from "cloudflare:workers";
import { type DevMail, mailsTo } from "./mailbox.ts";
import type { Site } from "./site.ts";

const AUTHSERV = "mx.cloudflare.net";

/** Signs an email address up. */
export function signUp(site: Site, email: string, headers: Record<string, string> = {}): Promise<Response> {
  return site.fetch("/api/subscribe", { json: { email, sessionId: "session_1763712345678_abcdefghi" }, headers });
}

/** Returns an authenticated reply to an email. */
export function replyTo(
  mail: DevMail | undefined,
  changes: { from?: string; results?: string | null; headers?: readonly string[] } = {},
): { from: string; to: string; raw: string } {
  const from = changes.from ?? mail?.to ?? "";
  const to = mail?.replyTo ?? "";
  const results =
    changes.results === undefined ? `${AUTHSERV}; dmarc=pass header.from=${from.split("@")[1]}` : changes.results;
  const lines = [
    ...(results === null ? [] : [`Authentication-Results: ${results}`]),
    ...(changes.headers ?? []),
    `From: A Person <${from}>`,
    `To: ${to}`,
    `Subject: Re: ${mail?.subject}`,
    "Message-ID: <reply-1@mail.example.com>",
    "",
    "Yes please",
    "",
  ];
  return { from, to, raw: lines.join("\r\n") };
}

/** Signs up and confirms by reply. */
export async function subscribe(site: Site, email: string): Promise<void> {
  await signUp(site, email);
  const [mail] = await mailsTo(site, email);
  await site.receive(replyTo(mail));
  await site.runQueue();
}

/** Returns the token of the first link of a kind in an email to a subscriber. */
export function linkIn(mail: DevMail | undefined, kind: "confirm" | "unsubscribe" | "preferences" | "privacy"): string {
  const token = new RegExp(`/${kind}/([a-z0-9-]+)`).exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error(`No ${kind} link in the mail`);
  return token;
}

/** Reads a subscriber's status; null if there is no subscriber. */
export function statusOf(email: string): Promise<string | null> {
  return env.DB.prepare("SELECT status FROM subscribers WHERE email_key = ?").bind(email.toLowerCase()).first("status");
}

/** Inserts `count` confirmed subscribers: reader-1@example.com, and so on. */
export async function manySubscribers(count: number, confirmedAt: Date): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO subscribers (email, email_key, address_hash, status, created_at, confirmed_at)
     SELECT 'reader-' || i || '@example.com', 'reader-' || i || '@example.com', 'hash-' || i, 'confirmed', ?2, ?2 FROM n`,
  )
    .bind(count, confirmedAt.getTime() - 1)
    .run();
}

/** Subscribes an email address and returns its access cookie. */
export async function accessOf(site: Site, email: string): Promise<string> {
  await subscribe(site, email);
  await site.fetch("/api/access/request-code", { json: { email } });
  const code = /\d{6}/.exec((await mailsTo(site, email))[0]?.subject ?? "")?.[0] ?? "";
  const answer = await site.fetch("/api/access/verify-code", { json: { email, code } });
  return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}
