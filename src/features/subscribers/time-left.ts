import { nextEdition } from "../../../worker/contracts/digest.ts";

/** Time that is left, in whole units; hours go on beyond a day. */
export interface TimeLeft {
  hours: number;
  minutes: number;
  seconds: number;
}

/** What is left until the next edition of the digest. A begun second counts, so that the last one shown is 1. */
export function untilNextEdition(now: Date): TimeLeft {
  const left = Math.ceil((nextEdition(now).time.getTime() - now.getTime()) / 1000);
  return { hours: Math.floor(left / 3600), minutes: Math.floor(left / 60) % 60, seconds: left % 60 };
}
