import { Unlink } from "lucide-react";
import { ERRORS } from "../../../worker/contracts/errors.ts";
import { PATHS } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";

/** For a subscription that ended or whose link expired. */
export function InvalidSubscriptionLink() {
  return (
    <Notice
      icon={Unlink}
      level="h1"
      title={ERRORS["subscriber.invalid_link"][1]}
      actions={
        <Link to={PATHS.join} className={buttonClass()}>
          Join Again
        </Link>
      }
    >
      <p>The link is not complete, or the subscription has ended since. You can join again whenever you like.</p>
    </Notice>
  );
}
