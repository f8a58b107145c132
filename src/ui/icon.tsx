import type { SVGProps } from "react";

/**
 * A lucide icon with precomputed markup (scripts/vite-plugins.ts), because lucide builds its elements on every render.
 */
export const icon = (names: string, shapes: string) => {
  const html = { __html: shapes };
  return ({ className, ...others }: SVGProps<SVGSVGElement>) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...others}
      className={className === undefined ? names : `${names} ${className}`}
      dangerouslySetInnerHTML={html}
    />
  );
};
