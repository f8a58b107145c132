import { Tabs as RadixTabs } from "radix-ui";
import type { ReactNode } from "react";

export interface TabItem {
  value: string;
  label: ReactNode;
  /** Id of a text that explains a number in the label. */
  describedBy?: string;
  content: ReactNode;
}

/** Class of a tab; `data-state` or `aria-current` marks the open one. */
const TAB =
  "inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-t-control border-b-2 border-transparent font-medium text-ink-muted hover:text-ink focus-visible:-outline-offset-3 aria-[current=true]:border-accent aria-[current=true]:text-ink data-[state=active]:border-accent data-[state=active]:text-ink";

/** Class of a button beside tabs, and of these tabs. */
export const denseTabClass = `${TAB} px-1.5 lg:px-4`;

interface TabsProps {
  /** Accessible name of the tab list. */
  label: string;
  /** Tabs in order; the first is open by default. */
  items: readonly TabItem[];
  /** The open tab, if links can open tabs too. */
  value?: string;
  onChange?(value: string): void;
  /** Content beside the tabs, such as a menu of further tabs. */
  more?: ReactNode;
}

/** Tabs with their panels. On narrow screens the tabs wrap to another line. */
export function Tabs({ label, items, value, onChange, more }: TabsProps) {
  return (
    <RadixTabs.Root
      {...(value === undefined ? { defaultValue: items[0]?.value } : { value })}
      {...(onChange && { onValueChange: onChange })}
      // With more tabs in a menu, none of these may be open, and the focus alone must not open one.
      activationMode={more === undefined ? "automatic" : "manual"}
    >
      <div className={`flex flex-wrap border-b border-line ${more === undefined ? "" : "text-sm lg:text-base"}`}>
        <RadixTabs.List aria-label={label} className="flex flex-wrap lg:gap-1">
          {items.map((item) => (
            <RadixTabs.Trigger
              key={item.value}
              value={item.value}
              aria-describedby={item.describedBy}
              className={more === undefined ? `${TAB} px-4` : denseTabClass}
            >
              {item.label}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {more}
      </div>
      {items.map((item) => (
        <RadixTabs.Content
          key={item.value}
          value={item.value}
          className="rounded-card pt-4 focus-visible:outline-offset-4"
        >
          {item.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
