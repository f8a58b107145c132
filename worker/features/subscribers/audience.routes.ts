import { router } from "../../platform/http.ts";
import { readAudience } from "./audience.service.ts";

/** GET /api/mailchimp/audience, for the operator: the mailing list in numbers. The path keeps its old name. */
export const audienceRoutes = router().get("/mailchimp/audience", async (c) => c.json(await readAudience(c.var.deps)));
