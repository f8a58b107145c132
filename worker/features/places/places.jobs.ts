import type { OutboxHandlers } from "../../platform/outbox.ts";
import { daily, everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { enrichListing } from "./enrich.service.ts";
import { forgetAnswers } from "./geocode.repo.ts";
import { continueWalk, WALK } from "./lookups.service.ts";
import { LOOK_UP } from "./lookups.ts";

export const placeJobs: readonly ScheduledJob[] = [
  { name: WALK, due: everyTick, run: continueWalk },
  { name: "geocoder.forget", due: daily, run: forgetAnswers },
];

export const placeOutbox: OutboxHandlers = { [LOOK_UP]: enrichListing };
