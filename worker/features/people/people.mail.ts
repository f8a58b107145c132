import { INVITATION_DAYS, LOGIN_CODE, type Role, ROLE_TEXTS } from "../../contracts/people.ts";
import type { Config } from "../../platform/config.ts";
import type { Mail } from "../../platform/mail.ts";
import { layOutMail } from "../../platform/mail-layout.ts";

const TIME = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Toronto", dateStyle: "long", timeStyle: "short" });

const panelOf = ({ siteUrl }: Config) => ({ label: "Open the admin panel", url: `${siteUrl}/admin` });
const asRole = (role: Role) => `${role === "operator" ? "an" : "a"} ${ROLE_TEXTS[role].label.toLowerCase()}`;

/** Composes the email that invites a person to work on the site. */
export const invitationMail = (
  config: Config,
  { email, role, invitedBy, token }: { email: string; role: Role; invitedBy: string | null; token: string },
): Mail =>
  layOutMail(config, {
    kind: "person.invitation",
    to: email,
    subject: `Join the team of ${config.siteName}`,
    body: [
      `${invitedBy ?? "An operator"} invites you to work on ${config.siteName} as ${asRole(role)}: ${ROLE_TEXTS[role].text.toLowerCase()}.`,
      { label: "See the invitation", url: `${config.siteUrl}/admin/invitation/${token}` },
      `The link works once and expires after ${INVITATION_DAYS} days. If you did not expect it, ignore this email.`,
    ],
    reason: "You get this email because an operator of the site invited this address.",
  });

/** Composes the email that notifies a person that an operator added an account for them. */
export const addedMail = (config: Config, { name, email, role }: { name: string; email: string; role: Role }): Mail =>
  layOutMail(config, {
    kind: "person.added",
    to: email,
    subject: `You can log in to ${config.siteName}`,
    body: [
      `Hello ${name}, you can now log in to the admin panel as ${asRole(role)}.`,
      "Ask for a code there, and we will email it to this address. Once you are in, add a passkey, so that you no longer need codes.",
      panelOf(config),
    ],
    reason: "You get this email because an operator of the site added this address.",
  });

/**
 * Composes the email that notifies an operator of a new operator, because a person who stole an operator's session
 * might create one.
 */
export const newOperatorMail = (
  config: Config,
  { email, name, by, at }: { email: string; name: string; by: string | null; at: Date },
): Mail =>
  layOutMail(config, {
    kind: "person.new_operator",
    to: email,
    subject: `${name} is now an operator of ${config.siteName}`,
    body: [
      `${by ?? "Someone with the shared password"} made ${name} an operator on ${TIME.format(at)}, Toronto time. Operators manage people, mailings and the system.`,
      "If you did not expect this, check People and the audit log, and ask the other operators.",
      panelOf(config),
    ],
    reason: "You get this email because you are an operator of the site.",
  });

/**
 * Composes the email that notifies the contact address of the first operator, because becoming the first operator
 * requires only the shared password.
 */
export const firstOperatorMail = (
  config: Config,
  { email, name, at }: { email: string; name: string; at: Date },
): Mail =>
  layOutMail(config, {
    kind: "operator.first_person",
    to: config.contactEmail,
    subject: `${name} is the first operator of ${config.siteName}`,
    body: [
      `Someone with the shared password became the first operator on ${TIME.format(at)}, Toronto time, as ${name}, ${email}. Login codes go to that address.`,
      "If nobody on your team did this, change the shared password. Then name another operator, and remove this person under People.",
      panelOf(config),
    ],
    reason: "You get this email because this is the contact address of the site.",
  });

/**
 * Composes the email that notifies a person of a new passkey, because someone who stole the person's session might have
 * added it.
 */
export const passkeyMail = (config: Config, { email, passkey }: { email: string; passkey: string }): Mail =>
  layOutMail(config, {
    kind: "person.passkey",
    to: email,
    subject: `A new passkey for ${config.siteName}`,
    body: [
      `The passkey "${passkey}" was added to your account. It opens the admin panel.`,
      "If that was not you, log in, remove it under People, and tell an operator: whoever added it was logged in as you.",
      panelOf(config),
    ],
    reason: "You get this email because you work on the site.",
  });

/** Composes the email with a login code. */
export const codeMail = (config: Config, { email, code }: { email: string; code: string }): Mail =>
  layOutMail(config, {
    kind: "person.code",
    to: email,
    subject: `Your login code for ${config.siteName}: ${code}`,
    body: [
      `Your code is ${code}. Enter it on the page where you requested it. It works for ${LOGIN_CODE.minutes} minutes.`,
      "If you did not request it, ignore this email and do not share the code: whoever requested it could use it to open the admin panel.",
    ],
    reason: "You get this email because someone requested a login code for this address on our site.",
  });
