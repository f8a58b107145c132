import { daily, type ScheduledJob } from "../../platform/schedule.ts";
import { renewOwnMedians } from "./market.medians.service.ts";
import type { ListedRents } from "./market.service.ts";
import { reminderDue, remindOfFigures } from "./market.reminder.service.ts";
import { noteAgedFigures, renewOwnRents } from "./market.own-rents.service.ts";

export const marketJobs = (listed: ListedRents): readonly ScheduledJob[] => [
  { name: "market.own_medians", due: daily, run: (deps, time) => renewOwnMedians(deps, time, listed) },
  { name: "market.own_rents", due: daily, run: (deps, time) => renewOwnRents(deps, time, listed) },
  { name: "market.aging", due: daily, run: noteAgedFigures },
  { name: "market.reminder", due: reminderDue, run: remindOfFigures },
];
