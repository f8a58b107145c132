import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { layOutMail } from "../../platform/mail-layout.ts";
import { takeAttempt } from "../../platform/rate-limits.ts";
import { rememberNetwork } from "./password-guesses.service.ts";
import { openAdminSession } from "./sessions.service.ts";

const MINUTE_MS = 60_000;
/** A link logs in once, within ten minutes. */
const LINK_MS = 10 * MINUTE_MS;
/** Links that everyone together can have mailed. */
const LINKS = { count: 3, windowMs: 60 * MINUTE_MS };
const VERSION = 1;
/** A link's number is its moment in milliseconds, followed by two random digits. */
const NUMBERS_A_MS = 100;

/** @throws AppError `session.not_configured` where no moderator can log in at all */
function refuseUnconfigured({ adminPassword, sessionSecret }: Deps["config"]): void {
  if (!adminPassword || !sessionSecret) throw new AppError("session.not_configured");
}

/**
 * Mails a login link to the site's contact address, at most three an hour, so that strangers who guess at the password
 * cannot keep moderators out. Whoever asks learns nothing of whether one was sent.
 * @throws AppError `session.not_configured`
 */
export async function mailLoginLink(deps: Deps): Promise<void> {
  refuseUnconfigured(deps.config);
  if (!(await takeAttempt(deps, "login:link", LINKS)).allowed) return;
  const number = deps.now().getTime() * NUMBERS_A_MS + Math.floor(deps.random() * NUMBERS_A_MS);
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
  // After the answer, which tells nothing. The contact address is the operator's own: it is never suppressed.
  deps.waitUntil(deps.mail.send(mail).catch((error: unknown) => deps.log.error("session.link_not_sent", error)));
}

/**
 * Opens a moderator's session with a mailed link, and ends the link.
 * @returns the signed value of the cookie
 * @throws AppError 404 `session.invalid_link` when it is wrong, used or over, 503 when a secret is missing
 */
export async function logInByLink(deps: Deps, token: string, client: Client): Promise<string> {
  refuseUnconfigured(deps.config);
  const number = deps.tokens.idOf(token);
  if (number === null || !(await deps.tokens.verify(token, "login", number, VERSION))) {
    throw new AppError("session.invalid_link");
  }
  const age = deps.now().getTime() - Math.floor(number / NUMBERS_A_MS);
  if (age > LINK_MS) throw new AppError("session.invalid_link");
  // Where it is strongly consistent: of two presses at once, one logs in. Limits that are switched off leave this one on.
  const use = await deps.attempts.take(`login:link:${number}`, { count: 1, windowMs: LINK_MS });
  if (!use.allowed) throw new AppError("session.invalid_link");
  await rememberNetwork(deps, "admin", client);
  return openAdminSession(deps);
}
