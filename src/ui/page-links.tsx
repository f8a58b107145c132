import { useInBrowser } from "../lib/use-browser.ts";
import { Button, buttonClass } from "./button.tsx";
import { Link } from "./link.tsx";

interface NextPageProps {
  label: string;
  /** Address of the next page; null if there is none. */
  to: string | null;
  isLoading: boolean;
  /** Appends the next page to the current one. */
  onLoad(): void;
}

/** A button that appends the next page; without scripts, a link to it. */
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

export function PreviousPage({ label, to }: { label: string; to: string }) {
  return (
    <p className="mb-4">
      <Link to={to} rel="prev" className={buttonClass({ variant: "secondary" })}>
        {label}
      </Link>
    </p>
  );
}
