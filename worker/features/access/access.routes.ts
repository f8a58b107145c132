import { CODE_SENT_MESSAGE } from "../../contracts/subscribers.ts";
import { accessCode, emailOnly, emailProblem } from "../../contracts/subscribers.schemas.ts";
import { body } from "../../platform/body.ts";
import { router } from "../../platform/http.ts";
import { limited } from "../../platform/rate-limits.ts";
import { notBanned } from "../bans/bans.guard.ts";
import { accessCookie } from "./access.cookie.ts";
import { accessCookieValue, accessOfCookie, requestCode, verifyCode } from "./access.service.ts";

/** Access by a mailed code: POST request-code, POST verify-code, GET session. */
export const accessRoutes = router()
  .post("/request-code", limited("writes", "access_codes"), notBanned, body(emailOnly, emailProblem), async (c) => {
    await requestCode(c.var.deps, c.req.valid("json").email);
    return c.json({ success: true, message: CODE_SENT_MESSAGE });
  })
  .post("/verify-code", limited("writes", "access_tries"), notBanned, body(accessCode, emailProblem), async (c) => {
    const { deps } = c.var;
    const { email, code } = c.req.valid("json");
    const check = await verifyCode(deps, email, code);
    if (check.isSubscribed) accessCookie.set(c, await accessCookieValue(deps, email));
    return c.json(check);
  })
  .get("/session", async (c) => c.json(await accessOfCookie(c.var.deps, accessCookie.read(c))));
