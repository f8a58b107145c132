import type { AnchorHTMLAttributes } from "react";

type Click = Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;

/** Whether a click follows a link here: not in another tab or window, and not to save what it leads to. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** An address of this site, with its query and section. */
  to: string;
  /** Takes the place of this entry of the history. */
  replace?: boolean;
  /** Leaves the page where it is scrolled to. */
  keepsScroll?: boolean;
}

/** A link within the site. The router follows it (src/app/router/browser-router.tsx); without scripts it is one like any other. */
export function Link({ to, replace = false, keepsScroll = false, children, ...anchor }: LinkProps) {
  return (
    <a {...anchor} href={to} data-replace={replace || undefined} data-keeps-scroll={keepsScroll || undefined}>
      {children}
    </a>
  );
}
