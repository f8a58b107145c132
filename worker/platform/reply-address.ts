import type { Deps } from "./deps.ts";

/** What a reply does, by the word before the token in its address. */
type ReplyKind = "confirm" | "answer";

/** The address that a reply to one of our mails goes to: `confirm+{token}@…`. */
export const replyAddress = ({ config }: Pick<Deps, "config">, kind: ReplyKind, token: string): string =>
  `${kind}+${token}@${config.mailDomain}`;

/** The token of such an address, or null. */
export function replyTokenOf({ config }: Pick<Deps, "config">, kind: ReplyKind, to: string): string | null {
  const [, word, token, domain] = /^<?([a-z]{1,16})\+([a-z0-9-]{1,64})@([^>\s]{1,255})>?$/i.exec(to.trim()) ?? [];
  const isOurs = word?.toLowerCase() === kind && domain?.toLowerCase() === config.mailDomain.toLowerCase();
  return isOurs ? (token ?? null) : null;
}
