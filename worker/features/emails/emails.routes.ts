import { emailRules } from "../../contracts/emails.schemas.ts";
import { DATA_LINK_MESSAGE, EMAILS_LINK_MESSAGE } from "../../contracts/emails.ts";
import { doneWithMessage } from "../../contracts/operation.ts";
import { implement } from "../../platform/implement.ts";
import { sendDataLink, sendEmailsLink, readEmails } from "./emails.service.ts";

/** Routes for the page "Your emails" that concern all of its sections. */
export const emailRoutes = implement(emailRules, {
  getEmails: (c, { token }) => readEmails(c.var.deps, token),
  async sendEmailsLink(c, { token }) {
    await sendEmailsLink(c.var.deps, token);
    return doneWithMessage(EMAILS_LINK_MESSAGE);
  },
  async sendDataLink(c, { token }) {
    await sendDataLink(c.var.deps, token);
    return doneWithMessage(DATA_LINK_MESSAGE);
  },
});
