import * as z from "zod/mini";
import * as automation from "./automation.ts";
import { COMMENTS_PER_DAY, TARGETS, THREADS_PER_DAY } from "./automation.ts";
import { declare, json, optionalJson } from "./operation-rules.ts";
import { idOf } from "./text.schemas.ts";

const flag = z.optional(z.enum(["true", "false"], 'This is "true" or "false".'));
const oneOf = (options: readonly (string | number)[]) =>
  z.optional(z.enum(options.map(String), `This must be one of ${options.join(", ")}.`));

/** A change of exactly one setting. The value is sent as text. */
const settingChange = z
  .strictObject({
    enabled: flag,
    threads_per_day: oneOf(THREADS_PER_DAY),
    auto_create_comments: flag,
    comments_per_day: oneOf(COMMENTS_PER_DAY),
    target_threads: oneOf(TARGETS),
  })
  .check(z.refine((change) => Object.keys(change).length === 1, "Please change one setting at a time."));
export type SettingChange = z.infer<typeof settingChange>;

/** If the request names no thread, the automation picks one. */
const commentsRequest = z.object({
  threadId: z.optional(z.nullable(idOf("This is not a discussion."))),
});

export const automationRules = declare(automation, {
  getAutomationSettings: { access: "reader" },
  changeAutomationSetting: { access: "operator", body: json(settingChange) },
  listAutomationActivity: { access: "reader" },
  listAutomationThreads: { access: "reader" },
  postAutomatedThread: { access: "moderator" },
  postAutomatedComments: { access: "moderator", body: optionalJson(commentsRequest) },
});
