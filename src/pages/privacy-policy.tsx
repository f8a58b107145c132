import { usePrivacyRequest } from "../features/privacy/privacy.queries.ts";
import { PAGE_NAMES, PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { EmailForm } from "../ui/email-form.tsx";
import { STORED_SECTIONS } from "./parts/privacy-stored.tsx";
import { ContactLink, LegalPage, type LegalSection } from "./parts/static-page.tsx";

/** Mails a link to the personal data of an address. */
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
        We mail you a link. It opens a page with everything that is stored about your email address, to download or to
        erase.
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

/** Processors, and the rights of the people concerned. */
const RIGHTS_SECTIONS: readonly LegalSection[] = [
  {
    title: "Who processes the information",
    body: (
      <>
        <p>
          The site runs on Cloudflare, Inc., which delivers its pages, stores its database and photos, converts the
          photos, and protects it from attacks on our behalf. Cloudflare’s servers are in many countries, so information
          may be processed outside Canada, where it is subject to the laws of the place. Copies that Cloudflare makes
          for recovery can hold deleted records for up to 30 days.
        </p>
        <p>
          Emails that somebody asked for are delivered by Cloudflare. Mailings of listings to subscribers may be
          delivered by Resend (Plus Five Five, Inc., United States), which then receives the email address and the
          email, and tells us of bounces and complaints.
        </p>
        <p>
          Every night we back up the database, encrypted with a key that only the operator of the site has, and store
          the backup with Cloudflare. We keep the backups of 30 days, and the first of each of 3 months. What you delete
          stays in them until they are deleted. If we ever have to restore one, everything that was deleted,
          unsubscribed or withdrawn since it was made is deleted, unsubscribed or withdrawn again before anything is
          sent.
        </p>
        <p>
          We do not sell personal information and do not give it to advertisers. We disclose it to others only where the
          law requires or allows it, for instance on a court order.
        </p>
      </>
    ),
  },
  {
    title: "Consent",
    body: (
      <p>
        We collect what you give us, with your consent, for the purposes named here. You may withdraw your consent at
        any time, subject to legal limits and reasonable notice. For a listing this means that we take it down.
      </p>
    ),
  },
  {
    title: "Your rights",
    body: (
      <>
        <p>Under the Personal Information Protection and Electronic Documents Act (PIPEDA) you may:</p>
        <ul>
          <li>ask what personal information about you we hold, how we use it and to whom we gave it, and see it;</li>
          <li>have it corrected where it is wrong or incomplete;</li>
          <li>withdraw your consent and have it deleted, unless the law requires us to keep it;</li>
          <li>question how we follow this policy and the law.</li>
        </ul>
        <p>
          Write to <ContactLink />, which reaches the person responsible for privacy. We answer within 30 days and
          charge nothing. So that nobody else receives your information, we may ask you to write from the email address
          that the listing was submitted with.
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
        you believe that we did, tell us and we will delete it.
      </p>
    ),
  },
  {
    title: "Security",
    body: (
      <p>
        Connections are encrypted, only the people who run and moderate the site have access to what is not public, and
        the decisions of moderators are recorded. If a breach of our safeguards creates a real risk of significant harm,
        we tell the people concerned and the Privacy Commissioner, as the law requires.
      </p>
    ),
  },
  {
    title: "Changes to this policy",
    body: (
      <p>
        This policy describes the site as it is now. Before we start anything that stores more about you, we will extend
        it to say what is stored and for how long.
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
