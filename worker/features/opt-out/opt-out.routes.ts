import { subscriberRules } from "../../contracts/subscribers.schemas.ts";
import { implement } from "../../platform/implement.ts";
import { optOut, readOptOut, takeResendEvent, undoOptOut } from "./opt-out.service.ts";

/**
 * Routes for the emailed links that stop all emails to an address, and a route for an email provider's delivery
 * reports, which can also stop them.
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
