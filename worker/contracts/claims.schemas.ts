import * as claims from "./claims.ts";
import { declare } from "./operation-rules.ts";

/** Access to the numbers that pages claim, for pages rendered in the browser. */
export const claimRules = declare(claims, { getClaims: { access: "public" } });
