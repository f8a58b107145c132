import { declare, json } from "./operation-rules.ts";
import * as owners from "./owners.ts";
import { answer } from "./questions.schemas.ts";

const ofTheLink = { access: "public", worksWhenBanned: true } as const;

export const ownerRules = declare(owners, {
  getOwnListing: ofTheLink,
  editOwnListing: { ...ofTheLink, minute: "uploads", body: { kind: "form" } },
  renewOwnListing: ofTheLink,
  markRented: ofTheLink,
  removeOwnListing: ofTheLink,
  getRemoval: ofTheLink,
  removeByLink: ofTheLink,
  answerQuestion: { ...ofTheLink, limit: "answers", body: json(answer) },
});
