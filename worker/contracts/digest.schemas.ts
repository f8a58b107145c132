import * as z from "zod/mini";
import * as digest from "./digest.ts";
import { declare, json } from "./operation-rules.ts";
import { emailOnly } from "./subscribers.schemas.ts";
import { emailProblem } from "./text.schemas.ts";

const pauseInput = z.object({ paused: z.boolean("paused must be true or false.") });

/** Rules for the public editions, and for moderating the digest. */
export const digestRules = declare(digest, {
  getEdition: { access: "public" },
  getDigestOverview: { access: "reader" },
  getDigestPreview: { access: "reader" },
  sendTestDigest: { access: "operator", body: json(emailOnly, { error: emailProblem }) },
  pauseDigest: { access: "operator", body: json(pauseInput) },
  resumeEdition: { access: "operator" },
});
