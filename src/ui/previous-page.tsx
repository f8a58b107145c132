import { buttonClass } from "./button.tsx";
import { Link } from "./link.tsx";

/** The way back to the page before, above a list that begins later than at its first. */
export function PreviousPage({ label, to }: { label: string; to: string }) {
  return (
    <p className="mb-4">
      <Link to={to} rel="prev" className={buttonClass({ variant: "secondary" })}>
        {label}
      </Link>
    </p>
  );
}
