import { emailOnly, emailProblem } from "../../contracts/subscribers.schemas.ts";
import { PRIVACY_SENT_MESSAGE } from "../../contracts/subscribers.ts";
import { body } from "../../platform/body.ts";
import { router } from "../../platform/http.ts";
import { limited } from "../../platform/rate-limits.ts";
import { erasePersonalData, readPersonalData, requestPersonalData } from "./privacy.service.ts";

/** The data stored about an address, for its holder: POST /request, then GET and DELETE with the mailed token. */
export const privacyRoutes = router()
  .post("/request", limited("writes", "privacy"), body(emailOnly, emailProblem), async (c) => {
    await requestPersonalData(c.var.deps, c.req.valid("json").email);
    return c.json({ success: true, message: PRIVACY_SENT_MESSAGE });
  })
  .get("/:token", async (c) => c.json(await readPersonalData(c.var.deps, c.req.param("token"))))
  .delete("/:token", async (c) => {
    await erasePersonalData(c.var.deps, c.req.param("token"));
    return c.json({ success: true });
  });
