import { ArrowBigDown, ArrowBigUp, ChevronDown, Flag, Heart, MapPin, Share2, ShieldCheck } from "lucide-react";
import { constantMarkup } from "../lib/constant-markup.tsx";

const SPRITE = {
  up: ArrowBigUp,
  down: ArrowBigDown,
  branch: ChevronDown,
  flag: Flag,
  heart: Heart,
  share: Share2,
  shield: ShieldCheck,
  pin: MapPin,
} as const;

type SpriteName = keyof typeof SPRITE;

const idOf = (name: string) => `sign-${name}`;

/**
 * Symbols for icons that lists repeat, once per page: inline icons in each comment or card were a third of the markup.
 */
function Shapes() {
  return (
    <svg aria-hidden="true" className="hidden">
      {Object.entries(SPRITE).map(([name, Shape]) => (
        <symbol key={name} id={idOf(name)} viewBox="0 0 24 24">
          <Shape fill="inherit" />
        </symbol>
      ))}
    </svg>
  );
}

/** A decorative icon that references a symbol of the page. */
export function SpriteIcon({ name, className }: { name: SpriteName; className?: string }) {
  return (
    <svg aria-hidden="true" className={className === undefined ? "sign" : `sign ${className}`}>
      <use href={`#${idOf(name)}`} />
    </svg>
  );
}

export const IconSprite = constantMarkup("icons", () => Promise.resolve(Shapes));
