import { emailOnly, emailProblem, pauseDigest } from "../../contracts/subscribers.schemas.ts";
import { body } from "../../platform/body.ts";
import { AppError } from "../../platform/errors.ts";
import { moderatorOf, router } from "../../platform/http.ts";
import { resumeEdition, sendTestDigest, setDigestPaused } from "./digest.admin.service.ts";
import { previewDigest, readEdition, readOverview } from "./digest.read.service.ts";

/** Public editions. */
export const digestRoutes = router().get("/:date", async (c) => {
  const found = await readEdition(c.var.deps, c.req.param("date"));
  if (!found) throw new AppError("digest.not_found");
  return c.json(found.edition);
});

/** Moderators' operations under /api/admin/digest. */
export const digestAdminRoutes = router()
  .get("/", async (c) => c.json(await readOverview(c.var.deps)))
  .get("/preview", async (c) => c.json((await previewDigest(c.var.deps)).preview))
  .post("/test", body(emailOnly, emailProblem), async (c) => {
    await sendTestDigest(c.var.deps, c.req.valid("json").email, moderatorOf(c));
    return c.json({ success: true, message: "The test is on its way." });
  })
  .post("/pause", body(pauseDigest), async (c) =>
    c.json(await setDigestPaused(c.var.deps, c.req.valid("json").paused, moderatorOf(c))),
  )
  .post("/editions/:date/resume", async (c) =>
    c.json(await resumeEdition(c.var.deps, c.req.param("date"), moderatorOf(c))),
  );
