import { useInBrowser } from "../lib/use-in-browser.ts";
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
