import { HOUR_MS, MINUTE_MS } from "../../contracts/days.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { layOutMail } from "../../platform/mail-layout.ts";
import { sendOnce, tellOfLateMail } from "../../platform/mail-once.ts";
import { doSoonOrStore, type OutboxHandler, type OutboxHandlers } from "../../platform/outbox.ts";
import { takeAttempt } from "../../platform/rate-limits.ts";
import { rememberNetwork, openAdminSession } from "./sessions.service.ts";

/** A link is valid once, within ten minutes. */
const LINK_MS = 10 * MINUTE_MS;
/** Links mailed to the contact address, whoever requests them. */
const LINKS = { count: 3, windowMs: HOUR_MS };
const VERSION = 1;
/** A link's number is its time in milliseconds followed by two random digits. */
const NUMBERS_A_MS = 100;

/** @throws AppError `session.not_configured` without a password or a session secret */
function assertConfigured({ adminPassword, sessionSecret }: Deps["config"]): void {
  if (!adminPassword || !sessionSecret) throw new AppError("session.not_configured");
}

/** How long ago a link was asked for. */
const ageOf = (deps: Deps, number: number) => deps.now().getTime() - Math.floor(number / NUMBERS_A_MS);

/**
 * Mails a login link to the site's contact address, at most three an hour, so that password guessing by strangers
 * cannot lock moderators out. The answer does not reveal whether one was sent.
 * @throws AppError `session.not_configured`
 */
export async function mailLoginLink(deps: Deps): Promise<void> {
  assertConfigured(deps.config);
  if (!(await takeAttempt(deps, "login:link", LINKS)).allowed) return;
  const number = deps.now().getTime() * NUMBERS_A_MS + Math.floor(deps.random() * NUMBERS_A_MS);
  doSoonOrStore(deps, "session.link_mail", { number }, sendLoginLink);
}

/** Mails a login link; it is tried again until the link expires. */
const sendLoginLink: OutboxHandler<"session.link_mail"> = async (deps, { number }) => {
  if (ageOf(deps, number) > LINK_MS) return tellOfLateMail(deps, "A link to log in");
  const token = await deps.tokens.mint("login", number, VERSION);
  const mail = layOutMail(deps.config, {
    kind: "operator.login",
    to: deps.config.contactEmail,
    subject: `Log in to ${deps.config.siteName}`,
    body: [
      "Somebody asked for a link to log in as a moderator. It works once, for ten minutes.",
      { label: "Log in as a moderator", url: `${deps.config.siteUrl}/admin/login/${token}` },
      "If it was none of you, do nothing. Nobody gets in without this link or the password.",
    ],
    reason: "You get this mail because this is the contact address of the site.",
  });
  await sendOnce(deps, `login:${number}`, mail);
};

export const loginLinkOutbox = { "session.link_mail": sendLoginLink } satisfies Partial<OutboxHandlers>;

/**
 * Opens a moderator's session with a mailed link, which becomes invalid.
 * @returns the signed value of the cookie
 * @throws AppError 404 `session.invalid_link` when it is invalid, used or expired, 503 when a secret is missing
 */
export async function logInByLink(deps: Deps, token: string, client: Client, device: string): Promise<string> {
  assertConfigured(deps.config);
  const number = deps.tokens.idOf(token);
  if (number === null || !(await deps.tokens.verify(token, "login", number, VERSION))) {
    throw new AppError("session.invalid_link");
  }
  if (ageOf(deps, number) > LINK_MS) throw new AppError("session.invalid_link");
  // Strongly consistent, so that only one of two simultaneous clicks logs in; RATE_LIMIT_SCALE does not affect it.
  const use = await deps.attempts.take(`login:link:${number}`, { count: 1, windowMs: LINK_MS });
  if (!use.allowed) throw new AppError("session.invalid_link");
  await rememberNetwork(deps, "admin", client);
  return openAdminSession(deps, { method: "link", device });
}
