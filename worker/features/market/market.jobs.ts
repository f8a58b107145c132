import { daily, type ScheduledJob } from "../../platform/schedule.ts";
import { renewOwnMedians } from "./market.medians.service.ts";

export const marketJobs: readonly ScheduledJob[] = [{ name: "market.own_medians", due: daily, run: renewOwnMedians }];
