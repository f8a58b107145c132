import { DONE } from "../../contracts/operation.ts";
import { PRIVACY_SENT_MESSAGE } from "../../contracts/subscribers.ts";
import { subscriberRules } from "../../contracts/subscribers.schemas.ts";
import { implement } from "../../platform/implement.ts";
import { erasePersonalData, readPersonalData, requestPersonalData } from "./privacy.service.ts";

/** Routes with which people read and erase the data stored about their email address. */
export const privacyRoutes = implement(subscriberRules, {
  async requestPersonalData(c, { body }) {
    await requestPersonalData(c.var.deps, body.email);
    return { ...DONE, message: PRIVACY_SENT_MESSAGE };
  },
  getPersonalData: (c, { token }) => readPersonalData(c.var.deps, token),
  async erasePersonalData(c, { token }) {
    await erasePersonalData(c.var.deps, token);
    return DONE;
  },
});
