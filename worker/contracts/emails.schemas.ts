import * as emails from "./emails.ts";
import { declare } from "./operation-rules.ts";

/** The emails that an address receives. The token in the path authorises the request. */
export const emailRules = declare(emails, {
  getEmails: { access: "public" },
  sendEmailsLink: { access: "public", worksWhenBanned: true },
  sendDataLink: { access: "public", worksWhenBanned: true },
});
