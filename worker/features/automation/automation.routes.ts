import { commentsRequest, settingChange } from "../../contracts/automation.schemas.ts";
import { body, optionalBody } from "../../platform/body.ts";
import { answerPage, moderatorOf, router } from "../../platform/http.ts";
import { readPaging } from "../../platform/paging.ts";
import { addCommentsByHand } from "./automation.comments.service.ts";
import { changeSetting, readActivity, readSettings, readThreads } from "./automation.settings.service.ts";
import { createThreadByHand } from "./automation.threads.service.ts";

/** The automation under /api/discussion/automation, for moderators. */
export const automationRoutes = router()
  .get("/settings", async (c) => c.json(await readSettings(c.var.deps)))
  .patch("/settings", body(settingChange), async (c) =>
    c.json(await changeSetting(c.var.deps, c.req.valid("json"), moderatorOf(c))),
  )
  .get("/activity", async (c) => answerPage(c, await readActivity(c.var.deps, readPaging(c.req.query()))))
  .get("/threads", async (c) => answerPage(c, await readThreads(c.var.deps, readPaging(c.req.query()))))
  .post("/create-thread", async (c) => c.json(await createThreadByHand(c.var.deps, moderatorOf(c))))
  .post("/add-comments", optionalBody(commentsRequest), async (c) =>
    c.json(await addCommentsByHand(c.var.deps, c.req.valid("json").threadId ?? null, moderatorOf(c))),
  );
