import { Tabs as RadixTabs } from "radix-ui";
import type { ReactNode } from "react";

export interface TabItem {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  /** Names the row of tabs to assistive technology. */
  label: string;
  /** Shown in this order; the first is open at the start. */
  items: readonly TabItem[];
}

export function Tabs({ label, items }: TabsProps) {
  return (
    <RadixTabs.Root defaultValue={items[0]?.value}>
      <RadixTabs.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
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
