import { declare } from "./operation-rules.ts";
import * as vip from "./vip.ts";

export const vipRules = declare(vip, {
  getVipOffer: { access: "public" },
  getVipCount: { access: "stats" },
  // Authorised by Stripe's signature.
  takeStripeEvent: { access: "public", worksWhenBanned: true, body: { kind: "signed" } },
});
