import { formatMoment } from "../../lib/format-moment.ts";
import { useTextOfNow } from "../../lib/use-now.ts";

const MINUTE_MS = 60_000;

/** How long ago something was: 'Just now', '5m ago', '2h ago', '3d ago' (docs/product.md, In the browser). */
export function ageText(moment: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(moment)) / MINUTE_MS);
  if (minutes < 1) return "Just now";
  if (minutes < 60) return `${minutes}m ago`;
  if (minutes < 1440) return `${Math.floor(minutes / 60)}h ago`;
  return `${Math.floor(minutes / 1440)}d ago`;
}

/** How long ago something was written. */
export function Age({ moment }: { moment: string }) {
  return (
    <time dateTime={moment} title={formatMoment(moment)}>
      {useTextOfNow((now) => ageText(moment, now))}
    </time>
  );
}
