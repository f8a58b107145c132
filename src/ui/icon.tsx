import type { SVGProps } from "react";

/**
 * Returns a lucide icon with precomputed markup (scripts/vite-plugins.ts), because lucide builds its elements on every
 * render.
 */
export const icon = (shapes: string) => {
  const html = { __html: shapes };
  return (props: SVGProps<SVGSVGElement>) => (
    <svg
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
      dangerouslySetInnerHTML={html}
    />
  );
};
