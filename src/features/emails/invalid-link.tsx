import type { ReactNode } from "react";
import { PATHS } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { InvalidLink } from "../../ui/emailed-link.tsx";

const renderButtonLink = (to: string, text: string): ReactNode => (
  <Link to={to} className={buttonClass()}>
    {text}
  </Link>
);

/** Notice for a link that is incomplete, or about something that no longer exists. */
export const InvalidEmailsLink = () => (
  <InvalidLink code="emails.invalid_link" actions={renderButtonLink(PATHS.home, "Browse Listings")}>
    This link is incomplete or no longer valid. Please open the full link from our latest email.
  </InvalidLink>
);

/** Notice for a confirmation link that is incomplete or has expired. */
export const InvalidConfirmation = () => (
  <InvalidLink code="subscriber.invalid_link" actions={renderButtonLink(PATHS.join, "Join Again")}>
    This link is incomplete or has expired. You can join again at any time.
  </InvalidLink>
);
