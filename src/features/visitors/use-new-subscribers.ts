import { useEffect, useRef, useState } from "react";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { plural } from "../../lib/format.ts";
import { toast } from "../../lib/toast.ts";

/** Milliseconds that the news is shown (docs/product.md, Visitors). */
const TOAST_MS = 4_000;

/**
 * Says when there are more subscribers than a moment ago; not when the page has just been opened.
 * @returns how often that has happened
 */
export function useNewSubscribers({ subscriberCount, subscriberDetails: [newest] }: VisitorStats): number {
  const previous = useRef(subscriberCount);
  const [times, setTimes] = useState(0);
  const about = newest && `${newest.email} from ${newest.referrer}`;
  useEffect(() => {
    const more = subscriberCount - previous.current;
    previous.current = subscriberCount;
    if (more <= 0) return;
    toast({
      title: "New Subscriber!",
      description: more === 1 ? about : `${plural(more, "person", "people")} confirmed.`,
      durationMs: TOAST_MS,
    });
    setTimes((count) => count + 1);
  }, [subscriberCount, about]);
  return times;
}
