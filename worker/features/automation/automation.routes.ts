import { automationRules } from "../../contracts/automation.schemas.ts";
import { moderatorOf, pageRows } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { readPaging } from "../../platform/paging.ts";
import { addCommentsByHand, createThreadByHand } from "./automation.posts.service.ts";
import { changeSetting, readActivity, readSettings, readThreads } from "./automation.settings.service.ts";

export const automationRoutes = implement(automationRules, {
  getAutomationSettings: (c) => readSettings(c.var.deps),
  changeAutomationSetting: (c, { body }) => changeSetting(c.var.deps, body, moderatorOf(c)),
  listAutomationActivity: async (c) => pageRows(c, await readActivity(c.var.deps, readPaging(c.req.query()))),
  listAutomationThreads: async (c) => pageRows(c, await readThreads(c.var.deps, readPaging(c.req.query()))),
  postAutomatedThread: (c) => createThreadByHand(c.var.deps, moderatorOf(c)),
  postAutomatedComments: (c, { body }) => addCommentsByHand(c.var.deps, body.threadId ?? null, moderatorOf(c)),
});
