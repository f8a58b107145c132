import { DONE } from "../../contracts/operation.ts";
import { subscriberRules } from "../../contracts/subscribers.schemas.ts";
import { CODE_SENT_MESSAGE, ACCESS_DAYS } from "../../contracts/subscribers.ts";
import { siteCookie } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { accessCookieValue, accessOfCookie, requestCode, verifyCode } from "./access.service.ts";

/** Cookie that identifies a browser's verified access. */
export const accessCookie = siteCookie("access", "Lax", ACCESS_DAYS * 86_400);

/** Routes for access with an emailed code. */
export const accessRoutes = implement(subscriberRules, {
  async requestAccessCode(c, { body }) {
    await requestCode(c.var.deps, body.email);
    return { ...DONE, message: CODE_SENT_MESSAGE };
  },
  async tryAccessCode(c, { body: { email, code } }) {
    const { deps } = c.var;
    const check = await verifyCode(deps, email, code);
    if (check.isSubscribed) accessCookie.set(c, await accessCookieValue(deps, email));
    return check;
  },
  getAccess: (c) => accessOfCookie(c.var.deps, accessCookie.read(c)),
});
