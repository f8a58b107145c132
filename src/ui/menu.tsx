import { ChevronDown } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { Chip } from "./chip.tsx";
import { Link } from "./link.tsx";

interface MenuLink {
  to: string;
  name: string;
  isCurrent: boolean;
  /** Things that wait there; 0 shows none. */
  waiting: number;
}

interface MenuGroup {
  title: string;
  links: readonly MenuLink[];
}

interface MenuProps {
  /** Text of the button. */
  label: ReactNode;
  isCurrent: boolean;
  groups: readonly MenuGroup[];
  /** Classes of the button. */
  className: string;
}

/** A button that opens a menu of links in groups. */
export function Menu({ label, isCurrent, groups, className }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      {/* Not `data-state`, which the menu sets. */}
      <DropdownMenu.Trigger className={className} aria-current={isCurrent}>
        {label}
        <ChevronDown aria-hidden className="size-4" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={16}
          className="z-40 w-56 rounded-card border border-line-strong bg-surface p-2 shadow-raised"
        >
          {groups.map(({ title, links }) => (
            <DropdownMenu.Group key={title} aria-label={title}>
              <DropdownMenu.Label className="px-3 pt-2 text-sm text-ink-muted">{title}</DropdownMenu.Label>
              {links.map(({ to, name, isCurrent: isHere, waiting }) => (
                <DropdownMenu.Item key={to} asChild>
                  <Link
                    to={to}
                    keepsScroll
                    aria-current={isHere ? "page" : undefined}
                    className="flex min-h-11 items-center justify-between rounded-control px-3 font-medium outline-none data-highlighted:bg-sunken aria-[current=page]:text-accent"
                  >
                    {name}
                    {waiting > 0 && <WaitingChip count={waiting} />}
                  </Link>
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The number of things that wait for somebody. */
export function WaitingChip({ count }: { count: number }) {
  return (
    <Chip tone="warn">
      {count}
      <span className="sr-only"> waiting</span>
    </Chip>
  );
}
