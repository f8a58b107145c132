import { confirmTokenOf, receiveConfirmation } from "./features/subscribers/inbound.service.ts";
import type { Deps } from "./platform/deps.ts";

/** A mail that came in: envelope addresses, and the message as it was sent. */
export interface InboundMail {
  from: string;
  to: string;
  raw: ReadableStream<Uint8Array>;
}

/** What the sender's server is told. */
export type InboundAnswer = { accepted: true } | { accepted: false; reason: string };

/**
 * Receives mail for this site, from the platform and from the development mailbox's reply form. Only replies that confirm
 * a subscription are taken; senders to other addresses are told so at once instead of being ignored.
 */
export async function receiveMail(deps: Deps, mail: InboundMail): Promise<InboundAnswer> {
  const token = confirmTokenOf(deps, mail.to);
  if (token === null) {
    await mail.raw.cancel();
    deps.log.info("mail.refused", {});
    return { accepted: false, reason: "This address does not take mail." };
  }
  await receiveConfirmation(deps, token, mail);
  return { accepted: true };
}
