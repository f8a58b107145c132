import type { Context } from "hono";
import { commentsRequest, settingChange } from "../../contracts/automation.schemas.ts";
import { body, optionalBody } from "../../platform/body.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { readPaging } from "../../platform/paging.ts";
import { addCommentsByHand } from "./automation.comments.service.ts";
import { changeSetting, readActivity, readSettings, readThreads } from "./automation.settings.service.ts";
import { createThreadByHand } from "./automation.threads.service.ts";

const by = (c: Context<AppEnv>) => ({ ipAddress: c.var.client.address });

/** The automation under /api/discussion/automation, behind the guard of admin operations. */
export const automationRoutes = router()
  .get("/settings", async (c) => c.json(await readSettings(c.var.deps)))
  .patch("/settings", body(settingChange), async (c) =>
    c.json(await changeSetting(c.var.deps, c.req.valid("json"), by(c))),
  )
  .get("/activity", async (c) => {
    const { activity, total } = await readActivity(c.var.deps, readPaging(c.req.query()));
    c.header("X-Total-Count", String(total));
    return c.json(activity);
  })
  .get("/threads", async (c) => {
    const { threads, total } = await readThreads(c.var.deps, readPaging(c.req.query()));
    c.header("X-Total-Count", String(total));
    return c.json(threads);
  })
  .post("/create-thread", async (c) => c.json(await createThreadByHand(c.var.deps, by(c))))
  .post("/add-comments", optionalBody(commentsRequest), async (c) =>
    c.json(await addCommentsByHand(c.var.deps, c.req.valid("json").threadId ?? null, by(c))),
  );
