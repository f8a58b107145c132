import { subscriberRules } from "../../contracts/subscribers.schemas.ts";
import { implement } from "../../platform/implement.ts";
import { takeResendEvent } from "./resend-events.service.ts";

export const mailEventRoutes = implement(subscriberRules, {
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
