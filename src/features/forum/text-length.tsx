import { formatCount } from "../../lib/format.ts";

/** Part of the length from which on the end is near. */
const NEAR = 0.1;
/** So many times it is said on the way to the end. */
const STEPS = 4;

/** '12/10,000': as the server counts, after cleaning. */
export const lengthText = (length: number, max: number) => `${formatCount(length)}/${formatCount(max)}`;

export const isNearEnd = (length: number, max: number) => max - length <= max * NEAR;

/** Tells those who hear the page that little room is left: not at every letter. */
export function NearEnd({ length, max }: { length: number; max: number }) {
  const step = (max * NEAR) / STEPS;
  const left = Math.ceil((max - length) / step) * step;
  return (
    <output className="sr-only">
      {isNearEnd(length, max) && (left > 0 ? `At most ${formatCount(left)} characters left.` : "No characters left.")}
    </output>
  );
}
