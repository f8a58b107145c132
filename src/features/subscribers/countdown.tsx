import { useSyncExternalStore } from "react";
import { untilNextEdition } from "./time-left.ts";

const SECOND_MS = 1000;

/** Calls `listener` as each second of the clock begins. */
function everySecond(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        listener();
        wait();
      },
      SECOND_MS - (Date.now() % SECOND_MS),
    );
  };
  wait();
  return () => clearTimeout(timer);
}

const currentSecond = () => Math.floor(Date.now() / SECOND_MS);
const noneOnServer = () => null;
const twoDigits = (value: number) => String(value).padStart(2, "0");

function Digits({ children }: { children: string }) {
  return <span className="font-bold text-ink tabular-nums">{children}</span>;
}

function TimeLeft({ second }: { second: number }) {
  const { hours, minutes, seconds } = untilNextEdition(new Date(second * SECOND_MS));
  return (
    <>
      Next email in <Digits>{String(hours)}</Digits> {hours === 1 ? "hour" : "hours"}{" "}
      <Digits>{twoDigits(minutes)}</Digits> min <Digits>{twoDigits(seconds)}</Digits> sec
    </>
  );
}

/**
 * Counts down to the next edition of the digest; until there is a clock, as at the edge, it says when editions go out.
 * One line in either case. A timer is read when it is reached, and not each second.
 */
export function Countdown() {
  const second = useSyncExternalStore(everySecond, currentSecond, noneOnServer);
  return (
    <p role="timer" className="mt-3 min-h-6 text-sm whitespace-nowrap text-ink-muted">
      {second === null ? "Sent at 10 a.m. Toronto time" : <TimeLeft second={second} />}
    </p>
  );
}
