import { Tabs as RadixTabs } from "radix-ui";
import { type ReactNode, useEffect, useRef } from "react";

export interface TabItem {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  /** Accessible name of the tab list. */
  label: string;
  /** In order; the first is open by default. */
  items: readonly TabItem[];
  /** Controlled value, where links open tabs too. */
  value?: string;
  onChange?(value: string): void;
}

export function Tabs({ label, items, value, onChange }: TabsProps) {
  const row = useRef<HTMLDivElement>(null);
  // On phones the tab list overflows.
  useEffect(() => {
    if (value !== undefined)
      row.current?.querySelector('[data-state="active"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [value]);
  return (
    <RadixTabs.Root
      {...(value === undefined ? { defaultValue: items[0]?.value } : { value })}
      {...(onChange && { onValueChange: onChange })}
    >
      <RadixTabs.List ref={row} aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {items.map((item) => (
          <RadixTabs.Trigger
            key={item.value}
            value={item.value}
            className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-t-control border-b-2 border-transparent px-4 font-medium text-ink-muted hover:text-ink focus-visible:-outline-offset-3 data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {item.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
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
