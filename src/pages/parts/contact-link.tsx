import { PATHS } from "../../lib/paths.ts";
import { useSite } from "../../lib/site.tsx";
import { Link } from "../../ui/link.tsx";

/** The contact address as a link; where it is not known, the way to it. */
export function ContactLink() {
  const { contactEmail } = useSite();
  return contactEmail === "" ? (
    <Link to={PATHS.contact}>our contact page</Link>
  ) : (
    <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
  );
}
