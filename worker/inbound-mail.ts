import { confirmTokenOf, receiveConfirmation } from "./features/subscribers/inbound.service.ts";
import type { Deps } from "./platform/deps.ts";

/** An incoming mail: envelope addresses and the raw message. */
export interface InboundMail {
  from: string;
  to: string;
  raw: ReadableStream<Uint8Array>;
}

/** The response to the sending server. */
export type InboundAnswer = { accepted: true } | { accepted: false; reason: string };

/**
 * Receives mail, from the platform and from the development mailbox's reply form. Only replies that confirm a
 * subscription are accepted; mail to other addresses is rejected with a reason instead of ignored.
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
