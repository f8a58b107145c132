import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { sendDataLink, sendEmailsLink } from "../../../worker/contracts/emails.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmailedLink } from "../../ui/emailed-link.tsx";
import { DiscussionsPart, FollowHead } from "./discussions.tsx";
import { EditionPart, editionState, Unsubscribe } from "./edition.tsx";
import { emailsOf } from "./emails.queries.ts";
import { InvalidEmailsLink } from "./invalid-link.tsx";
import { BlockEmailIntro, BlockEmailSection, useBlockEmail } from "./never.tsx";
import { type EmailsProps, LinkButton, EmailsSection, Title } from "./page-parts.tsx";
import { otherSearches, SearchesHead, SearchesPart, searchesState } from "./searches.tsx";

/**
 * Lists all emails that an address gets. Opening the page changes nothing, because mail scanners also open the emailed
 * links to it.
 */
export function YourEmails({ token }: { token: string }) {
  return (
    <EmailedLink query={useQuery(emailsOf(token))} what="your emails" invalid={<InvalidEmailsLink />}>
      {(view) => <Emails link={token} view={view} />}
    </EmailedLink>
  );
}

function Emails({ link, view }: EmailsProps) {
  const blocking = useBlockEmail(link);
  if (view.never && (view.part === "never" || view.never.never || blocking.isSuccess))
    return (
      <>
        <BlockEmailIntro never={view.never} change={blocking} />
        {!view.canManage && !view.never.never && <ManageLink link={link} />}
      </>
    );
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <Head link={link} view={view} />
      </div>
      {view.canManage ? <Parts link={link} view={view} blocking={blocking} /> : <ManageLink link={link} />}
    </div>
  );
}

/** Shows the question that the link asks; without a question, the title of the page. */
function Head({ link, view }: EmailsProps) {
  const { part, edition, searches, follow, canManage } = view;
  if (part === "searches" && searches) return <SearchesHead link={link} view={view} searches={searches} />;
  if (part === "discussions" && follow) return <FollowHead link={link} view={view} follow={follow} />;
  if (part === "edition" && edition && !canManage) return <Unsubscribe link={link} edition={edition} />;
  return <Title email={view.email} />;
}

/**
 * Offers to email a link to the page that manages all emails. Shown if the opened link can only stop emails; that kind
 * of link has fewer rights, because mail programs may pass it on.
 */
const ManageLink = ({ link }: Pick<EmailsProps, "link">) => (
  <section className="mx-auto grid max-w-xl justify-items-center gap-3 border-t border-line px-4 pt-6 text-center">
    <h2 className="text-lg font-semibold">Manage all your emails</h2>
    <p className="text-ink-muted">We’ll email you a link to choose which emails this address gets.</p>
    <LinkButton link={link} operation={sendEmailsLink} />
  </section>
);

interface PartsProps extends EmailsProps {
  blocking: ReturnType<typeof useBlockEmail>;
}

/** All sections that have content. The section that the link is about is first and open. */
function Parts({ link, view, blocking }: PartsProps) {
  const { edition, searches, discussions, vip, never } = view;
  const parts: Record<string, ReactNode> = {
    edition: edition?.preferences && (
      <EmailsSection title="Listings by email" state={editionState(edition)} open={view.part === "edition"}>
        <EditionPart link={link} edition={edition} preferences={edition.preferences} />
      </EmailsSection>
    ),
    searches: searches && otherSearches(searches).length > 0 && (
      <EmailsSection title="Saved searches" state={searchesState(searches)} open={view.part === "searches"}>
        <SearchesPart link={link} searches={searches} />
      </EmailsSection>
    ),
    discussions: discussions.length > 0 && (
      <EmailsSection title="Discussions" state={`${discussions.length} followed`} open={view.part === "discussions"}>
        <DiscussionsPart discussions={discussions} />
      </EmailsSection>
    ),
    vip: vip && (
      <EmailsSection title="VIP access">
        <p className="mb-3">You get each new listing within minutes of its approval.</p>
        {vip.portalUrl !== null && (
          <a href={vip.portalUrl} rel="noopener" className={buttonClass({ variant: "secondary" })}>
            Manage or Cancel
          </a>
        )}
      </EmailsSection>
    ),
    data: (
      <EmailsSection title="Your data">
        <p className="mb-3">We’ll email you a link to see, download or erase what we store about this address.</p>
        <LinkButton link={link} operation={sendDataLink} />
      </EmailsSection>
    ),
    never: never && (
      <EmailsSection title="Block all email">
        <BlockEmailSection never={never} change={blocking} />
      </EmailsSection>
    ),
  };
  const { [view.part]: own, ...others } = parts;
  return (
    <div className="grid grid-cols-1 gap-3">
      {own}
      {Object.entries(others).map(([name, part]) => (
        <Fragment key={name}>{part}</Fragment>
      ))}
    </div>
  );
}
