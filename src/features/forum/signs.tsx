import { ArrowBigDown, ArrowBigUp, ChevronDown, Flag } from "lucide-react";

const SIGNS = { up: ArrowBigUp, down: ArrowBigDown, branch: ChevronDown, flag: Flag } as const;

type SignName = keyof typeof SIGNS;

const idOf = (name: string) => `sign-${name}`;

/** The shapes of the signs, once on a page: each comment would bring its own otherwise, which was a third of the markup. */
export function SignShapes() {
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

/** A sign of the buttons under a post. */
export function Sign({ name, className }: { name: SignName; className?: string }) {
  return (
    <svg aria-hidden="true" className={className === undefined ? "sign" : `sign ${className}`}>
      <use href={`#${idOf(name)}`} />
    </svg>
  );
}
