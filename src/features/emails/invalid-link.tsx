import { PATHS } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { InvalidLink } from "../../ui/mailed-link.tsx";

/** For a link that is not complete, or what it was about has ended. */
export const InvalidEmailsLink = () => (
  <InvalidLink
    code="emails.invalid_link"
    actions={
      <Link to={PATHS.home} className={buttonClass()}>
        Browse Listings
      </Link>
    }
  >
    The link isn’t complete, or what it was about has ended. Please open the whole link from the newest email.
  </InvalidLink>
);
