import {
  ArrowBigDown,
  ArrowBigUp,
  ChevronDown,
  Flag,
  Heart,
  type LucideIcon,
  MapPin,
  Share2,
  ShieldCheck,
} from "lucide-react";
import { constantMarkup } from "../lib/constant-markup.tsx";

const LISTINGS = { heart: Heart, share: Share2, shield: ShieldCheck, pin: MapPin } as const;
const FORUM = { up: ArrowBigUp, down: ArrowBigDown, branch: ChevronDown, flag: Flag, share: Share2 } as const;

type SpriteName = keyof typeof LISTINGS | keyof typeof FORUM;

const idOf = (name: string) => `sign-${name}`;

/**
 * Returns a component with the symbols of icons that lists repeat. The symbols are in the markup once per page, because
 * inline icons in each comment or card were a third of the markup.
 */
const shapes = (icons: Readonly<Record<string, LucideIcon>>) =>
  function Shapes() {
    return (
      <svg aria-hidden="true" className="hidden">
        {Object.entries(icons).map(([name, Shape]) => (
          <symbol key={name} id={idOf(name)} viewBox="0 0 24 24">
            <Shape fill="inherit" />
          </symbol>
        ))}
      </svg>
    );
  };

/** A decorative icon that refers to a symbol on the page. */
export function SpriteIcon({ name, className }: { name: SpriteName; className?: string }) {
  return (
    <svg aria-hidden="true" className={className === undefined ? "sign" : `sign ${className}`}>
      <use href={`#${idOf(name)}`} />
    </svg>
  );
}

/** The symbols used on listings' cards and pages. */
export const ListingSprite = constantMarkup("listing-icons", () => Promise.resolve(shapes(LISTINGS)));
/** The symbols used in discussions and comments. */
export const ForumSprite = constantMarkup("forum-icons", () => Promise.resolve(shapes(FORUM)));
