import { vipRules } from "../../contracts/vip.schemas.ts";
import { implement } from "../../platform/implement.ts";
import { readVipOffer, vipCount, receiveStripeEvent } from "./vip.service.ts";

/**
 * Routes for the offer on the page /govip, for Stripe's webhook, and for the number of paid subscriptions that the
 * operator sees.
 */
export const vipRoutes = implement(vipRules, {
  getVipOffer: (c) => readVipOffer(c.var.deps),
  getVipCount: (c) => vipCount(c.var.deps),
  async receiveStripeEvent(c) {
    const payload = new Uint8Array(await c.req.arrayBuffer());
    await receiveStripeEvent(c.var.deps, payload, c.req.header("stripe-signature"));
    return { received: true as const };
  },
});
