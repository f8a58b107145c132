import { rawJson } from "../../platform/body.ts";
import { router } from "../../platform/http.ts";
import { readVipOffer, vipCount } from "./vip.service.ts";
import { takeStripeEvent } from "./vip.webhook.service.ts";

/** The /govip page's offer, Stripe's webhook, and the operator's count. */
export const vipRoutes = router()
  .get("/vip", async (c) => c.json(await readVipOffer(c.var.deps)))
  .get("/stripe/subscriptions", async (c) => c.json(await vipCount(c.var.deps)))
  // Authenticated by the signature over the body.
  .post("/stripe/webhook", rawJson, async (c) => {
    const payload = new Uint8Array(await c.req.arrayBuffer());
    await takeStripeEvent(c.var.deps, payload, c.req.header("stripe-signature"));
    return c.json({ received: true });
  });
