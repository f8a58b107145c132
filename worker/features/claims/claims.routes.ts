import type { Claims } from "../../contracts/claims.ts";
import { router } from "../../platform/http.ts";
import { readClaims } from "./claims.service.ts";

/** The numbers that pages claim, for a page that the browser renders itself. */
export const claimRoutes = router().get("/claims", async (c) =>
  c.json((await readClaims(c.var.deps)) satisfies Claims),
);
