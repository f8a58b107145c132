import type { ReactNode } from "react";

/** Rows of people, passkeys or sessions. */
export const Rows = ({ children }: { children: ReactNode }) => <ul className="divide-y divide-line">{children}</ul>;

/** What a row is about, and what can be done with it. */
export function Row({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="text-sm wrap-anywhere text-ink-muted">{note}</p>
      </div>
      <div className="flex shrink-0 items-center gap-2">{children}</div>
    </li>
  );
}
