import type { ReactNode } from "react";
import { PATHS } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { InvalidLink } from "../../ui/mailed-link.tsx";

const way = (to: string, text: string): ReactNode => (
  <Link to={to} className={buttonClass()}>
    {text}
  </Link>
);

/** Notice for a link that is incomplete, or whose subject no longer exists. */
export const InvalidEmailsLink = () => (
  <InvalidLink code="emails.invalid_link" actions={way(PATHS.home, "Browse Listings")}>
    The link isn’t complete, or what it was about has ended. Please open the whole link from the newest email.
  </InvalidLink>
);

/** Notice for a confirmation link that is incomplete or has expired. */
export const InvalidConfirmation = () => (
  <InvalidLink code="subscriber.invalid_link" actions={way(PATHS.join, "Join Again")}>
    The link isn’t complete, or it has expired. You can join again whenever you like.
  </InvalidLink>
);
