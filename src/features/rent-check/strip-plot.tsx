import type { RentsAround } from "../../../worker/contracts/rent-check.ts";
import { dollars } from "../../lib/dollars.ts";
import { asWritten } from "../../ui/as-written.ts";

/** Room at both ends, in percent of the width, so that no dot is cut off. */
const MARGIN = 3;
/** Rows in which dots of nearly equal rents avoid each other. */
const ROWS = 5;

/** Each asking rent as a dot on a line, the middle half of them as a band, and the rent asked about as a mark. */
export function StripPlot({ rents, quartiles, rent }: Pick<RentsAround, "rents" | "quartiles"> & { rent: number }) {
  const [low, high] = [Math.min(rent, ...rents), Math.max(rent, ...rents)];
  const at = (amount: number) => `${(MARGIN + ((amount - low) / (high - low || 1)) * (100 - 2 * MARGIN)).toFixed(2)}%`;
  const share = (from: number, to: number) => `${(((to - from) / (high - low || 1)) * (100 - 2 * MARGIN)).toFixed(2)}%`;
  const label = `${rents.length} asking rents from ${dollars(rents[0] ?? 0)} to ${dollars(rents.at(-1) ?? 0)}; this rent is ${dollars(rent)}.`;
  return (
    <figure>
      <figcaption className="sr-only">{asWritten(label)}</figcaption>
      <svg aria-hidden className="h-24 w-full text-accent" width="100%" height="96">
        {quartiles && (
          <rect
            x={at(quartiles.lower)}
            y="8"
            width={share(quartiles.lower, quartiles.upper)}
            height="72"
            rx="6"
            className="fill-accent-soft"
          />
        )}
        {quartiles && (
          <line
            x1={at(quartiles.median)}
            x2={at(quartiles.median)}
            y1="8"
            y2="80"
            stroke="currentColor"
            strokeWidth="2"
          />
        )}
        <line x1="0" x2="100%" y1="88" y2="88" className="stroke-line-strong" />
        {rents.map((one, index) => (
          // Equal rents are told apart by their place in the list.
          // oxlint-disable-next-line react/no-array-index-key
          <circle key={index} cx={at(one)} cy={20 + (index % ROWS) * 12} r="4" fill="currentColor" opacity="0.7" />
        ))}
        <line x1={at(rent)} x2={at(rent)} y1="0" y2="96" className="stroke-ink" strokeWidth="3" />
      </svg>
      <p aria-hidden className="flex justify-between gap-3 text-xs text-ink-muted tabular-nums">
        <span>{asWritten(dollars(low))}</span>
        <span>Line: this rent{quartiles && ". Band: the middle half, with the median"}</span>
        <span>{asWritten(dollars(high))}</span>
      </p>
    </figure>
  );
}
