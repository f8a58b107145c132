import { formatMoment } from "../../lib/format-moment.ts";
import { useTextOfNow } from "../../lib/use-now.ts";
import { ageText } from "./age-text.ts";

/** How long ago something was written. */
export function Age({ moment }: { moment: string }) {
  return (
    <time dateTime={moment} title={formatMoment(moment)}>
      {useTextOfNow((now) => ageText(moment, now))}
    </time>
  );
}
