import * as emails from "./emails.ts";
import { declare } from "./operation-rules.ts";

/** Everything that an address receives; the token in a path authorises its use. */
export const emailRules = declare(emails, {
  getEmails: { access: "public" },
  mailEmailsLink: { access: "public", worksWhenBanned: true },
  mailDataLink: { access: "public", worksWhenBanned: true },
});
