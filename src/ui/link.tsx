import type { AnchorHTMLAttributes } from "react";

type Click = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;

/** Returns whether a click opens a link in the same tab. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** Path on this site, with query and hash. */
  to: string;
  /** True to replace the history entry. */
  replace?: boolean;
  /** True to keep the scroll position. */
  keepsScroll?: boolean;
}

/** An internal link. The router reads its options from data attributes (src/app/router/browser-router.tsx). */
export function Link({ to, replace = false, keepsScroll = false, children, ...anchor }: LinkProps) {
  return (
    <a {...anchor} href={to} data-replace={replace || undefined} data-keeps-scroll={keepsScroll || undefined}>
      {children}
    </a>
  );
}
