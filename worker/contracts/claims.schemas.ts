import * as claims from "./claims.ts";
import { declare } from "./operation-rules.ts";

/** The numbers that pages claim, for a page that the browser renders itself. */
export const claimRules = declare(claims, { getClaims: { access: "public" } });
