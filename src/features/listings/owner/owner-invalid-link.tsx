import { Unlink } from "lucide-react";
import { ERRORS } from "../../../../worker/contracts/errors.ts";
import { PATHS } from "../../../lib/paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { Notice } from "../../../ui/notice.tsx";

/** In the place of a listing whose mailed link opens nothing (any more). */
export function OwnerInvalidLink() {
  return (
    <Notice
      icon={Unlink}
      level="h1"
      title={ERRORS["owner.invalid_link"][1]}
      actions={
        <>
          <Link to={PATHS.lostLink} className={buttonClass()}>
            Send My Links Again
          </Link>
          <Link to={PATHS.home} className={buttonClass({ variant: "secondary" })}>
            Return to Homepage
          </Link>
        </>
      }
    >
      <p>The listing was removed, or the link is not complete. Links to your listings can be sent to you again.</p>
    </Notice>
  );
}
