import { rawJson } from "../../platform/body.ts";
import { router } from "../../platform/http.ts";
import { exemptFromWriteLimit } from "../../platform/rate-limits.ts";
import { takeResendEvent } from "./resend-events.service.ts";

/** POST /api/mail-events/resend: delivery reports, authenticated by the signature over the body. */
export const mailEventRoutes = router().post("/resend", exemptFromWriteLimit, rawJson, async (c) => {
  const body = new Uint8Array(await c.req.arrayBuffer());
  await takeResendEvent(c.var.deps, body, {
    id: c.req.header("svix-id"),
    timestamp: c.req.header("svix-timestamp"),
    signature: c.req.header("svix-signature"),
  });
  return c.json({ received: true });
});
