import { declare } from "./operation-rules.ts";
import { operation, types } from "./operation.ts";

/** An email that a development server recorded instead of sending. */
interface DevMail {
  id: number;
  to: string;
  from: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** Time at which the email was recorded, ISO 8601 UTC. */
  sentAt: string;
}

/** Lists the emails to an address, or all of them, newest first; 404 in production. */
const listDevMails = operation("GET", "/api/dev/mailbox", types<{ query: { to?: string }; answer: DevMail[] }>);

export const mailRules = declare({ listDevMails }, { listDevMails: { access: "public" } });
