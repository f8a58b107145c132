import { daily, type ScheduledJob } from "../../platform/schedule.ts";
import { forgetShortlists } from "./shortlists.service.ts";

export const savedJobs: readonly ScheduledJob[] = [
  { name: "saved.forget_shortlists", due: daily, run: forgetShortlists },
];
