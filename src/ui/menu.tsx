import { ChevronDown, type LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { Link } from "./link.tsx";

interface MenuLink {
  name: string;
  /** The link's address, or a function that opens a dialog. */
  to: string | (() => void);
  isCurrent?: boolean;
  /** True for an action that deletes or ends something. */
  isDanger?: boolean;
  /** Number of waiting items; 0 is not shown. */
  waiting?: number;
}

const ITEM =
  "flex min-h-11 items-center justify-between rounded-control px-3 font-medium outline-none data-highlighted:bg-sunken aria-[current=page]:text-accent";

interface MenuGroup {
  title: string;
  /** True to show the title to screen readers only. */
  isTitleHidden?: boolean;
  links: readonly MenuLink[];
}

interface MenuProps {
  /** Text of the button. */
  label: ReactNode;
  isCurrent: boolean;
  groups: readonly MenuGroup[];
  /** Icon after the text. */
  icon?: LucideIcon;
  /** Classes of the button. */
  className: string;
}

/** A button that opens a menu with groups of links and of actions that open dialogs. */
export function Menu({ label, isCurrent, groups, icon: Icon = ChevronDown, className }: MenuProps) {
  const chosen = useRef<(() => void) | null>(null);
  return (
    <DropdownMenu.Root modal={false}>
      {/* The menu itself sets `data-state`. */}
      <DropdownMenu.Trigger className={className} aria-current={isCurrent}>
        {label}
        <Icon aria-hidden className="size-4" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={16}
          // Opens a dialog only after the button has the focus again, so that the dialog can return the focus to it.
          onCloseAutoFocus={() => {
            const open = chosen.current;
            chosen.current = null;
            if (open) setTimeout(open);
          }}
          className="z-50 w-56 rounded-card border border-line-strong bg-surface p-2 shadow-raised"
        >
          {groups.map(({ title, isTitleHidden = false, links }) => (
            <DropdownMenu.Group key={title} aria-label={title}>
              {!isTitleHidden && (
                <DropdownMenu.Label className="px-3 pt-2 text-sm text-ink-muted">{title}</DropdownMenu.Label>
              )}
              {links.map(({ to, name, isCurrent: isHere = false, isDanger = false, waiting = 0 }) =>
                typeof to === "function" ? (
                  <DropdownMenu.Item
                    key={name}
                    className={`${ITEM} cursor-pointer ${isDanger ? "text-danger" : ""}`}
                    onSelect={() => (chosen.current = to)}
                  >
                    {name}
                  </DropdownMenu.Item>
                ) : (
                  <DropdownMenu.Item key={name} asChild>
                    <Link to={to} keepsScroll aria-current={isHere ? "page" : undefined} className={ITEM}>
                      {name}
                      {waiting > 0 && <WaitingChip count={waiting} />}
                    </Link>
                  </DropdownMenu.Item>
                ),
              )}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Chip with the number of waiting items. */
export function WaitingChip({ count }: { count: number }) {
  return (
    <span className="chip bg-warn px-2 py-0 text-accent-ink tabular-nums">
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
