import { declare } from "./operation-rules.ts";
import * as vip from "./vip.ts";

export const vipRules = declare(vip, {
  getVipOffer: { access: "public" },
  getVipCount: { access: "stats" },
  // Stripe's signature authorises the request.
  receiveStripeEvent: { access: "public", worksWhenBanned: true, body: { kind: "signed" } },
});
