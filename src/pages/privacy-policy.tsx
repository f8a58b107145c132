import { usePrivacyRequest } from "../features/privacy/privacy.queries.ts";
import { PAGE_NAMES, PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { EmailForm } from "../ui/email-form.tsx";
import { STORED_SECTIONS } from "./parts/privacy-stored.tsx";
import { ContactLink, LegalPage, type LegalSection } from "./parts/static-page.tsx";

/** Form that emails a link to the personal data of an address. */
function PrivacyRequest() {
  const { mutateAsync, data } = usePrivacyRequest();
  return (
    <section
      id="your-data"
      tabIndex={-1}
      aria-labelledby="your-data-heading"
      className="mt-6 scroll-mt-24 rounded-card border border-line bg-surface p-4 outline-none sm:p-6"
    >
      <h3 id="your-data-heading">See or erase what we store about you</h3>
      <p className="mb-4">
        We’ll email you a link to everything we store about your email address. You can download it or erase it.
      </p>
      <EmailForm
        label="Your email address"
        action="Send Me the Link"
        busyAction="Sending..."
        isOwnAddress
        onSend={async (email) => {
          await mutateAsync(email);
        }}
      />
      <output className="mt-3 block font-semibold text-accent">{data?.message}</output>
    </section>
  );
}

/** Sections about processors, and about the rights of the people concerned. */
const RIGHTS_SECTIONS: readonly LegalSection[] = [
  {
    title: "Who processes the information",
    body: (
      <>
        <p>
          The site runs on Cloudflare, Inc., which delivers its pages, stores its database and photos, converts the
          photos, and protects it from attacks on our behalf. Cloudflare’s servers are in many countries, so information
          may be processed outside Canada, where it is subject to local laws. Cloudflare’s recovery copies can hold
          deleted records for up to 30 days.
        </p>
        <p>
          Cloudflare delivers emails that someone asked for. Listing emails to subscribers may be delivered by Resend
          (Plus Five Five, Inc., United States), which then receives your email address and the email, and tells us
          about bounces and complaints.
        </p>
        <p>
          Every night we back up the database, encrypted with a key that only the site’s operator has, and store the
          backup with Cloudflare. We keep 30 days of backups, and the first backup of each of 3 months. Anything you
          delete stays in the backups until they are deleted. If we ever restore one, we repeat every deletion,
          unsubscription and withdrawal made since that backup before we send anything.
        </p>
        <p>
          We do not sell personal information and do not give it to advertisers. We disclose it to others only where the
          law requires or allows it, for example under a court order.
        </p>
      </>
    ),
  },
  {
    title: "Consent",
    body: (
      <p>
        We collect what you give us, with your consent, for the purposes described here. You may withdraw your consent
        at any time, subject to legal limits and reasonable notice. If you withdraw it for a listing, we take the
        listing down.
      </p>
    ),
  },
  {
    title: "Your rights",
    body: (
      <>
        <p>Under the Personal Information Protection and Electronic Documents Act (PIPEDA) you may:</p>
        <ul>
          <li>ask what personal information we hold about you, how we use it and who we gave it to, and see it;</li>
          <li>have it corrected where it is wrong or incomplete;</li>
          <li>withdraw your consent and have it deleted, unless the law requires us to keep it;</li>
          <li>challenge how we follow this policy and the law.</li>
        </ul>
        <p>
          Write to <ContactLink />
          to reach the person responsible for privacy. We answer within 30 days, free of charge. To make sure that only
          you receive your information, we may ask you to write from the email address you submitted the listing with.
        </p>
        <p>
          If our answer does not satisfy you, you may complain to the{" "}
          <a href="https://www.priv.gc.ca/">Office of the Privacy Commissioner of Canada</a>.
        </p>
        <PrivacyRequest />
      </>
    ),
  },
  {
    title: "Age",
    body: (
      <p>
        The site is meant for people aged 18 and over. We do not knowingly collect information about anyone younger. If
        you believe we have, tell us and we will delete it.
      </p>
    ),
  },
  {
    title: "Security",
    body: (
      <p>
        Connections are encrypted, only the people who run and moderate the site can see what is not public, and
        moderators’ decisions are recorded. If a breach of our safeguards creates a real risk of significant harm, we
        tell the people concerned and the Privacy Commissioner, as the law requires.
      </p>
    ),
  },
  {
    title: "Changes to this policy",
    body: (
      <p>
        This policy describes the site as it is now. Before we store anything more about you, we will update it to say
        what we store and for how long.
      </p>
    ),
  },
  {
    title: "Contact",
    body: (
      <p>
        Questions about privacy: <ContactLink />
      </p>
    ),
  },
];

export const head = fixedHead(
  "Privacy Policy",
  "What this site stores about landlords, visitors and moderators, why and for how long, who processes it, and how to see, correct or delete it.",
  PATHS.privacy,
);

const SECTIONS = [...STORED_SECTIONS, ...RIGHTS_SECTIONS];

export function Component() {
  const site = useSite();
  useDocumentHead(head(null, site));
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
