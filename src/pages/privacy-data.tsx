import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Unlink } from "lucide-react";
import { useState } from "react";
import { ERRORS } from "../../worker/contracts/errors.ts";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { MailedLink, Outcome } from "../ui/mailed-link.tsx";
import { PersonalDataView } from "../features/privacy/personal-data.tsx";
import { personalData } from "../features/privacy/privacy.queries.ts";
import { usePathParameters } from "../app/router/page-table.ts";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";

/** The page is a plain shell at the edge: nothing is loaded for it. */
export function head(_data: PageData | null, site: SiteInfo): PageHead {
  return { title: `What We Store About You | ${site.name}`, description: "For one person.", noindex: true };
}

export function Component() {
  useDocumentHead(head(null, useSite()));
  const { token } = usePathParameters();
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6">
      {token === undefined ? <InvalidLink /> : <PersonalDataPage key={token} token={token} />}
    </div>
  );
}

function PersonalDataPage({ token }: { token: string }) {
  const [isErased, setIsErased] = useState(false);
  const query = useQuery({ ...personalData(token), enabled: !isErased });
  if (isErased) {
    return (
      <Outcome
        icon={CircleCheck}
        title="Everything is erased"
        actions={
          <Link to={PATHS.home} className={buttonClass()}>
            Return to Homepage
          </Link>
        }
      >
        <p>What we stored about your email address is gone, and the links we mailed to you no longer work.</p>
      </Outcome>
    );
  }
  return (
    <MailedLink query={query} what="what we store about you" invalid={<InvalidLink />}>
      {(data) => <PersonalDataView token={token} data={data} onErased={() => setIsErased(true)} />}
    </MailedLink>
  );
}

function InvalidLink() {
  return (
    <Notice
      icon={Unlink}
      level="h1"
      title={ERRORS["privacy.invalid_link"][1]}
      actions={
        <Link to={PATHS.yourData} className={buttonClass()}>
          Ask for a New Link
        </Link>
      }
    >
      <p>These links work for a short time only, since they open what is private. You can have a new one mailed.</p>
    </Notice>
  );
}
