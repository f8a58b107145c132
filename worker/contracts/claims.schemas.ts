import * as claims from "./claims.ts";
import { declare } from "./operation-rules.ts";

/** The rule for reading the claimed numbers, which the browser requests when it renders a page itself. */
export const claimRules = declare(claims, { getClaims: { access: "public" } });
