import { daily, type ScheduledJob } from "../../platform/schedule.ts";
import { forgetUnusedLists } from "./saved.service.ts";
import { forgetShortlists } from "./shortlists.service.ts";

export const savedJobs: readonly ScheduledJob[] = [
  { name: "saved.forget_shortlists", due: daily, run: forgetShortlists },
  { name: "saved.forget_lists", due: daily, run: forgetUnusedLists },
];
