import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { PAGE_NAMES, PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { LegalPage } from "./parts/legal-page.tsx";
import { LAW_SECTIONS } from "./parts/terms-law.tsx";
import { USE_SECTIONS } from "./parts/terms-use.tsx";

export function head(_data: PageData, site: SiteInfo): PageHead {
  return {
    title: `Terms of Service | ${site.name}`,
    description:
      "The rules for renters and landlords on this site: what a listing must be, how it is reviewed, what we answer for, and the law that applies.",
    canonicalPath: PATHS.terms,
  };
}

const SECTIONS = [...USE_SECTIONS, ...LAW_SECTIONS];

export function Component() {
  const site = useSite();
  useDocumentHead(head({ page: "terms" }, site));
  return (
    <LegalPage
      title={PAGE_NAMES.terms}
      numbered
      intro={
        <p>
          These terms are the agreement between you and the people who run {site.name} (“we”, “us”). “Landlord” means
          anyone who submits a listing, also for somebody else; “renter” means anyone who looks for a home here.
        </p>
      }
      sections={SECTIONS}
    />
  );
}
