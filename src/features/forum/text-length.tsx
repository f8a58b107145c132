import { formatCount } from "../../lib/format.ts";

/** Part of the length from which on the end is near. */
const NEAR = 0.1;
/** So many times it is said on the way to the end. */
const STEPS = 4;

interface TextLengthProps {
  /** As the server counts, after cleaning. */
  length: number;
  max: number;
}

/** '12/10,000', in another colour towards the end. */
export function TextLength({ length, max }: TextLengthProps) {
  return (
    <span className={`tabular-nums ${isNearEnd(length, max) ? "font-semibold text-warn" : ""}`}>
      {formatCount(length)}/{formatCount(max)}
    </span>
  );
}

/** How much is wanted at least, and how much there is. */
export function LengthHint({ min, ...text }: TextLengthProps & { min: number }) {
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span>Min {min} characters</span>
      <TextLength {...text} />
    </span>
  );
}

export const isNearEnd = (length: number, max: number) => max - length <= max * NEAR;

/** Tells those who hear the page that little room is left: not at every letter. */
export function NearEnd({ length, max }: TextLengthProps) {
  const step = (max * NEAR) / STEPS;
  const left = Math.ceil((max - length) / step) * step;
  return (
    <output className="sr-only">
      {isNearEnd(length, max) && (left > 0 ? `At most ${formatCount(left)} characters left.` : "No characters left.")}
    </output>
  );
}
