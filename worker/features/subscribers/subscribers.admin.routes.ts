import { router } from "../../platform/http.ts";
import { subscriberRecord } from "./subscribers.admin.service.ts";

/** GET /api/admin/subscribers?email= → the one with this address and the proof of consent, or none. */
export const subscriberAdminRoutes = router().get("/", async (c) => {
  const record = await subscriberRecord(c.var.deps, c.req.query("email") ?? "");
  return c.json(record ? [record] : []);
});
