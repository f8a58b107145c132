import { consentText } from "../../worker/contracts/subscribers.ts";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { Link } from "./link.tsx";

const linkClass = "underline underline-offset-2 hover:text-accent";

/** Required beside every form that asks for consent by CASL: purpose, sender, contact and how to withdraw. */
export function ConsentNote() {
  const { name, postalAddress, contactEmail } = useSite();
  return (
    <p className="text-xs leading-relaxed text-ink-muted">
      {consentText(name)} Sender: {[name, postalAddress].filter(Boolean).join(", ")}
      {contactEmail !== "" && (
        <>
          ,{" "}
          <a href={`mailto:${contactEmail}`} className={`${linkClass} whitespace-nowrap`}>
            {contactEmail}
          </a>
        </>
      )}
      .{" "}
      <Link to={PATHS.privacy} className={linkClass}>
        Privacy Policy
      </Link>
    </p>
  );
}
