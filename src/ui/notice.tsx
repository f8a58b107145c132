import { CircleAlert } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { consentText } from "../../worker/contracts/subscribers.ts";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { Button } from "./button.tsx";
import { Link } from "./link.tsx";

export interface NoticeProps {
  icon: ComponentType<{ className?: string; "aria-hidden"?: "true" }>;
  title: string;
  children?: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
  /** A `danger` notice is announced immediately. */
  tone?: "neutral" | "danger";
  level?: "h1" | "h2" | "h3";
}

/** Placeholder for missing content that says why it is missing and what to do. */
export function Notice({ icon: Icon, title, children, actions, tone = "neutral", level: Heading = "h3" }: NoticeProps) {
  return (
    <div
      role={tone === "danger" ? "alert" : undefined}
      className="mx-auto flex max-w-xl flex-col items-center gap-3 px-4 py-12 text-center"
    >
      <span
        className={`grid size-14 place-items-center rounded-full ${tone === "danger" ? "bg-danger-soft text-danger" : "bg-sunken text-ink-muted"}`}
      >
        <Icon aria-hidden="true" className="size-7" />
      </span>
      <Heading className="text-xl font-bold">{title}</Heading>
      {children !== undefined && <div className="text-ink-muted">{children}</div>}
      {Boolean(actions) && <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}

interface LoadFailureProps extends Pick<NoticeProps, "title" | "level"> {
  children?: ReactNode;
  onRetry(): void;
}

/** Placeholder for content that could not be loaded. */
export function LoadFailure({ onRetry, ...notice }: LoadFailureProps) {
  return <Notice {...notice} icon={CircleAlert} tone="danger" actions={<Button onClick={onRetry}>Try Again</Button>} />;
}

/**
 * Notice that replaces a form on a demonstration site.
 * @param what the input that the site does not accept, such as "sign-ups"
 */
export function DemoNote({ what }: { what: string }) {
  return (
    <p className="mx-auto w-full max-w-xl rounded-card bg-sunken px-4 py-6 text-center font-medium">
      {`This is a demo. It does not accept ${what}.`}
    </p>
  );
}

const linkClass = "underline underline-offset-2 hover:text-accent";

/**
 * Consent text, which CASL requires beside every form that asks for consent. The text states the purpose, the sender, a
 * contact address, and how to withdraw consent.
 */
export function ConsentNote() {
  const { name, postalAddress, contactEmail } = useSite();
  return (
    <p className="text-legal leading-relaxed text-ink-muted">
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
