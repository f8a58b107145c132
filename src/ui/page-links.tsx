import { useInBrowser } from "../lib/use-browser.ts";
import { Button, buttonClass } from "./button.tsx";
import { Link } from "./link.tsx";

interface NextPageProps {
  label: string;
  /** Where the next page is; null where it has no address. */
  to: string | null;
  isLoading: boolean;
  /** Loads it into this page. */
  onLoad(): void;
}

/** The way to the next page of a list: into this page, or without scripts to an address of its own. */
export function NextPage({ label, to, isLoading, onLoad }: NextPageProps) {
  const inBrowser = useInBrowser();
  if (inBrowser)
    return (
      <Button variant="secondary" size="lg" onClick={onLoad} disabled={isLoading}>
        {label}
      </Button>
    );
  if (to === null) return null;
  return (
    <Link to={to} rel="next" className={buttonClass({ variant: "secondary", size: "lg" })}>
      {label}
    </Link>
  );
}

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
