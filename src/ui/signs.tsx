import { ArrowBigDown, ArrowBigUp, ChevronDown, Flag, MapPin, Share2, ShieldCheck } from "lucide-react";
import { constantMarkup } from "../lib/constant-markup.tsx";

const SIGNS = {
  up: ArrowBigUp,
  down: ArrowBigDown,
  branch: ChevronDown,
  flag: Flag,
  share: Share2,
  shield: ShieldCheck,
  pin: MapPin,
} as const;

type SignName = keyof typeof SIGNS;

const idOf = (name: string) => `sign-${name}`;

/**
 * The shapes of signs that lists repeat, once on a page: each comment or card would bring its own otherwise, which was a
 * third of the markup.
 */
function Shapes() {
  return (
    <svg aria-hidden="true" className="hidden">
      {Object.entries(SIGNS).map(([name, Shape]) => (
        <symbol key={name} id={idOf(name)} viewBox="0 0 24 24">
          <Shape fill="inherit" />
        </symbol>
      ))}
    </svg>
  );
}

/** A sign that a page may hold many times. It says nothing by itself. */
export function Sign({ name, className }: { name: SignName; className?: string }) {
  return (
    <svg aria-hidden="true" className={className === undefined ? "sign" : `sign ${className}`}>
      <use href={`#${idOf(name)}`} />
    </svg>
  );
}

export const SignShapes = constantMarkup(Shapes);
