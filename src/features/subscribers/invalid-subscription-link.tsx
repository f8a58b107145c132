import { PATHS } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { InvalidLink } from "../../ui/mailed-link.tsx";

/** For a subscription that ended or whose link expired. */
export function InvalidSubscriptionLink() {
  return (
    <InvalidLink
      code="subscriber.invalid_link"
      actions={
        <Link to={PATHS.join} className={buttonClass()}>
          Join Again
        </Link>
      }
    >
      The link is not complete, or the subscription has ended since. You can join again whenever you like.
    </InvalidLink>
  );
}
