import * as mails from "./mails.ts";
import { declare } from "./operation-rules.ts";

export const mailRules = declare(mails, { listDevMails: { access: "public" } });
