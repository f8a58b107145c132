import type { Deps } from "./deps.ts";
import { escapeHtml } from "./html.ts";

/** Tells the operator by mail that something needs a person (docs/product.md, Mails). */
export async function tellOperator(deps: Deps, subject: string, text: string): Promise<void> {
  await deps.mail.send({
    kind: "operator.notice",
    to: deps.config.contactEmail,
    subject: `[${deps.config.siteName}] ${subject}`,
    text,
    html: `<p>${escapeHtml(text)}</p>`,
  });
}
