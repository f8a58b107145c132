import type { ReactNode } from "react";

/** Long text to be read from top to bottom: headings, paragraphs, lists and links in even rhythm, in a narrow column. */
export function Prose({ children }: { children: ReactNode }) {
  return (
    <div className="max-w-3xl [&_a]:font-semibold [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4 [&_h2]:mt-10 [&_h2]:mb-3 [&_h2]:text-xl [&_h2]:font-bold [&_h3]:mt-6 [&_h3]:mb-2 [&_h3]:font-bold [&_li]:mt-1.5 [&_p]:mt-3 [&_ul]:mt-3 [&_ul]:list-disc [&_ul]:pl-6">
      {children}
    </div>
  );
}
