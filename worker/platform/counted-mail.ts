import type { Deps } from "./deps.ts";
import type { Mail } from "./mail.ts";
import type { CountedMailKind } from "./mail-kinds.ts";
import { layOut, type MailContent } from "./mail-layout.ts";
import { addressHashOf } from "./suppressions.ts";

/**
 * A mail that strangers can have sent to an address: with the signed link by which its reader ends all mail to it. The
 * link is a page with a button and no List-Unsubscribe header: mail clients and filters press those, and a landlord who
 * left a list that way would never get the links of a listing again. Its words must be ours alone.
 */
export async function layOutCountedMail(deps: Deps, content: MailContent<CountedMailKind>): Promise<Mail> {
  const token = await deps.tokens.sealHash("never", await addressHashOf(deps, content.to));
  return layOut(deps.config, {
    ...content,
    footerLinks: [
      ...(content.footerLinks ?? []),
      { label: "Never write to this address again", url: `${deps.config.siteUrl}/never/${token}` },
    ],
  });
}
