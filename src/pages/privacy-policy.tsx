import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { PAGE_NAMES, PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { useDocumentHead } from "../lib/use-document-head.ts";
import { LegalPage } from "./parts/legal-page.tsx";
import { STORED_SECTIONS } from "./parts/privacy-stored.tsx";
import { RIGHTS_SECTIONS } from "./parts/privacy-rights.tsx";

export function head(_data: PageData, site: SiteInfo): PageHead {
  return {
    title: `Privacy Policy | ${site.name}`,
    description:
      "What this site stores about landlords, visitors and moderators, why and for how long, who processes it, and how to see, correct or delete it.",
    canonicalPath: PATHS.privacy,
  };
}

const SECTIONS = [...STORED_SECTIONS, ...RIGHTS_SECTIONS];

export function Component() {
  const site = useSite();
  useDocumentHead(head({ page: "privacy" }, site));
  return (
    <LegalPage
      title={PAGE_NAMES.privacy}
      intro={
        <p>
          {site.name} lists rental homes in the Greater Toronto Area. This policy says what we store, why, for how long,
          and what you can ask of us. You can browse every listing without an account and without giving us your name or
          email address.
        </p>
      }
      sections={SECTIONS}
    />
  );
}
