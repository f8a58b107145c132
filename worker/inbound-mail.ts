import { receiveAnswer } from "./features/listings/decisions/questions.service.ts";
import { receiveConfirmation } from "./features/subscribers/unsubscribe.service.ts";
import type { Deps } from "./platform/deps.ts";
import { storeForwarded } from "./platform/mail.ts";
import { notifyOperator } from "./platform/operator-notices.ts";
import { replyTokenOf } from "./platform/inbound-reply.ts";

/** An incoming email: envelope addresses, headers and raw message. */
export interface InboundMail {
  from: string;
  to: string;
  headers: Headers;
  raw: ReadableStream<Uint8Array>;
  /** Forwards the email to a verified address of the account, with additional headers. */
  forward(to: string, headers: Headers): Promise<unknown>;
}

/** Marks a forwarded email, so that it is recognised if it returns. The platform allows headers that begin with X-. */
const FORWARDED = "X-Forwarded-By-Site";

/**
 * Receives emails from the platform and from the reply form of the development mailbox. Processes replies that confirm
 * a subscription or answer a question. Forwards everything else to CONTACT_EMAIL, because refusing an email would send
 * its sender a hard bounce.
 * @throws when an email cannot be forwarded, so that the sending server tries again later
 */
export async function receiveMail(deps: Deps, mail: InboundMail): Promise<void> {
  const confirmation = replyTokenOf(deps, "confirm", mail.to);
  const answer = replyTokenOf(deps, "answer", mail.to);
  if (confirmation !== null) await receiveConfirmation(deps, confirmation, mail);
  else if (answer !== null) await receiveAnswer(deps, answer, mail);
  else await forwardToOperator(deps, mail);
}

/** Forwards an email, unless it was forwarded before or came from the operator's own address. */
async function forwardToOperator(deps: Deps, mail: InboundMail): Promise<void> {
  const { config } = deps;
  const isOperators = mail.from.toLowerCase() === config.contactEmail.toLowerCase();
  if (isOperators || mail.headers.has(FORWARDED)) {
    await mail.raw.cancel();
    deps.log.warn("mail.not_forwarded", { reason: isOperators ? "from the operator" : "forwarded before" });
    return;
  }
  if (config.isDevelopment) return storeForwarded(deps, mail);
  try {
    await mail.forward(
      config.contactEmail,
      new Headers({ [FORWARDED]: config.siteName.replaceAll(/[^\x20-\x7e]/g, "?") }),
    );
  } catch (error) {
    await notifyOperator(
      deps,
      "mail.not_forwarded",
      "Mail could not be forwarded",
      "Mail to an address of the domain could not be forwarded to CONTACT_EMAIL. Check that this address is a verified destination of Email Routing. The sending servers keep trying for a few days.",
    );
    throw error;
  }
  deps.log.info("mail.forwarded");
}
