import { subscriberRules } from "../../contracts/subscribers.schemas.ts";
import { implement } from "../../platform/implement.ts";
import { optOut, readOptOut, takeResendEvent, undoOptOut } from "./opt-out.service.ts";

/**
 * Routes that stop all emails to an address with an emailed link, and a route that receives an email provider's
 * delivery reports, which can do the same.
 */
export const optOutRoutes = implement(subscriberRules, {
  getOptOut: (c, { token }) => readOptOut(c.var.deps, token),
  createOptOut: (c, { token }) => optOut(c.var.deps, token, c.var.client.address),
  removeOptOut: (c, { token }) => undoOptOut(c.var.deps, token),
  async reportDelivery(c) {
    const body = new Uint8Array(await c.req.arrayBuffer());
    await takeResendEvent(c.var.deps, body, {
      id: c.req.header("svix-id"),
      timestamp: c.req.header("svix-timestamp"),
      signature: c.req.header("svix-signature"),
    });
    return { received: true as const };
  },
});
