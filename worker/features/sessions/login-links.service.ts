import { HOUR_MS, MINUTE_MS } from "../../contracts/days.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { layOutMail } from "../../platform/mail-layout.ts";
import { notifyOfExpiredMail, sendOnce } from "../../platform/mail-once.ts";
import { doSoonOrStore, type OutboxHandler, type OutboxHandlers } from "../../platform/outbox.ts";
import { countAttempt } from "../../platform/rate-limits.ts";
import { openAdminSession, rememberNetwork } from "./sessions.service.ts";

/** How long a login link is valid. A link works only once. */
const LINK_MS = 10 * MINUTE_MS;
/** Limit on login links emailed to the contact address, for all requesters together. */
const LINKS = { count: 3, windowMs: HOUR_MS };
const VERSION = 1;
/** Factor for computing the number in a login link, which is the time in milliseconds followed by two random digits. */
const NUMBERS_A_MS = 100;

/** @throws AppError `session.not_configured` without a password or a session secret */
function assertConfigured({ adminPassword, sessionSecret }: Deps["config"]): void {
  if (!adminPassword || !sessionSecret) throw new AppError("session.not_configured");
}

/** Returns how long ago a login link was requested. */
const ageOf = (deps: Deps, number: number) => deps.now().getTime() - Math.floor(number / NUMBERS_A_MS);

/**
 * Emails a login link to the site's contact address, at most three times an hour. With this link, moderators can log in
 * even while strangers' guesses block the password login. The response does not reveal whether a link was sent.
 * @throws AppError `session.not_configured`
 */
export async function requestLoginLink(deps: Deps): Promise<void> {
  assertConfigured(deps.config);
  if (!(await countAttempt(deps, "login:link", LINKS)).allowed) return;
  const number = deps.now().getTime() * NUMBERS_A_MS + Math.floor(deps.random() * NUMBERS_A_MS);
  doSoonOrStore(deps, "session.link_mail", { number }, sendLoginLink);
}

/** Emails a login link. Retries failed emails until the link expires. */
const sendLoginLink: OutboxHandler<"session.link_mail"> = async (deps, { number }) => {
  if (ageOf(deps, number) > LINK_MS) return notifyOfExpiredMail(deps, "A link to log in");
  const token = await deps.tokens.mint("login", number, VERSION);
  const mail = layOutMail(deps.config, {
    kind: "operator.login",
    to: deps.config.contactEmail,
    subject: `Log in to ${deps.config.siteName}`,
    body: [
      "Someone requested a link to log in as a moderator. It works once, for ten minutes.",
      { label: "Log in as a moderator", url: `${deps.config.siteUrl}/admin/login/${token}` },
      "If nobody on your team requested it, ignore this email. Nobody can get in without this link or the password.",
    ],
    reason: "You get this email because this is the contact address of the site.",
  });
  await sendOnce(deps, `login:${number}`, mail);
};

export const loginLinkOutbox = { "session.link_mail": sendLoginLink } satisfies Partial<OutboxHandlers>;

/**
 * Opens a moderator's session with an emailed login link, which then becomes invalid.
 * @returns the signed value of the cookie
 * @throws AppError 404 `session.invalid_link` when the link is invalid, used or expired, 503 when a secret is missing
 */
export async function logInByLink(deps: Deps, token: string, client: Client, device: string): Promise<string> {
  assertConfigured(deps.config);
  const number = deps.tokens.idOf(token);
  if (number === null || !(await deps.tokens.verify(token, "login", number, VERSION))) {
    throw new AppError("session.invalid_link");
  }
  if (ageOf(deps, number) > LINK_MS) throw new AppError("session.invalid_link");
  // The count is strongly consistent, so only one of two simultaneous clicks logs in. RATE_LIMIT_SCALE does not affect
  // it.
  const use = await deps.attempts.take(`login:link:${number}`, { count: 1, windowMs: LINK_MS });
  if (!use.allowed) throw new AppError("session.invalid_link");
  await rememberNetwork(deps, "admin", client);
  return openAdminSession(deps, { method: "link", device });
}
