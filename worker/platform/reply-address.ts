import type { Deps } from "./deps.ts";
import type { Mail } from "./mail.ts";

/** What a reply does, by the word before the token in its address. */
type ReplyKind = "confirm" | "answer";

/** The address that a reply to one of our mails goes to: `confirm+{token}@…`. */
export const replyAddress = ({ config }: Pick<Deps, "config">, kind: ReplyKind, token: string): string =>
  `${kind}+${token}@${config.mailDomain}`;

/**
 * A mail to which its recipient replies. Out-of-office replies would be taken for one, so its headers ask for none (RFC 3834
 * and Exchange's own field).
 */
export const invitingReply = (mail: Mail, replyTo: string): Mail => ({
  ...mail,
  replyTo,
  headers: {
    ...mail.headers,
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "OOF, AutoReply",
  },
});

/** The token of such an address, or null. */
export function replyTokenOf({ config }: Pick<Deps, "config">, kind: ReplyKind, to: string): string | null {
  const [, word, token, domain] = /^<?([a-z]{1,16})\+([a-z0-9-]{1,64})@([^>\s]{1,255})>?$/i.exec(to.trim()) ?? [];
  const isOurs = word?.toLowerCase() === kind && domain?.toLowerCase() === config.mailDomain.toLowerCase();
  return isOurs ? (token ?? null) : null;
}
