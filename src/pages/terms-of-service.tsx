import { LISTING_LIFETIME_DAYS } from "../../worker/contracts/listings.ts";
import { PAGE_NAMES, PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { Link } from "../ui/link.tsx";
import { ContactLink, LegalPage, type LegalSection } from "./parts/static-page.tsx";

/** Sections 1 to 9: use of the site. */
const USE_SECTIONS: readonly LegalSection[] = [
  {
    title: "Acceptance of these terms",
    body: (
      <p>
        By using this site or submitting a listing you accept these terms. If you do not accept them, please do not use
        the site. The <Link to={PATHS.privacy}>Privacy Policy</Link> says what we store about you.
      </p>
    ),
  },
  {
    title: "Who may use the site",
    body: (
      <p>
        You must be at least 18 years old and able to enter into a contract. If you act for a company or another person,
        you confirm that they authorised you.
      </p>
    ),
  },
  {
    title: "What the site is",
    body: (
      <p>
        The site publishes listings of homes for rent in the Greater Toronto Area, submitted by landlords. Where a rent
        can be compared, it is shown beside a published market rent, with its month and source. Browsing and listing are
        free. All amounts are in Canadian dollars.
      </p>
    ),
  },
  {
    title: "No brokerage",
    body: (
      <p>
        We are not a real estate brokerage and not registered under the Trust in Real Estate Services Act, 2002. We do
        not represent landlords or renters, show homes, screen tenants, negotiate, hold deposits or take a commission. A
        tenancy is made between landlord and renter alone, and we are not a party to it.
      </p>
    ),
  },
  {
    title: "Landlords: truthful listings",
    body: (
      <>
        <p>If you submit a listing, you confirm that:</p>
        <ul>
          <li>you own the home or are authorised to rent it out;</li>
          <li>it exists, it is available, and what you say about it and show in photos is true and current;</li>
          <li>
            the rent is complete and, as far as you know, below the market rent for a home of its kind; a rent above it
            is labelled as such, and the listing is left out of our emails;
          </li>
          <li>you will mark it as rented once it is, and correct it when something important changes.</li>
        </ul>
      </>
    ),
  },
  {
    title: "Landlords: rental law",
    body: (
      <>
        <p>You must follow the laws that apply to renting in Ontario, including:</p>
        <ul>
          <li>
            the Human Rights Code: no listing may refuse or discourage renters because of race, ancestry, place of
            origin, colour, ethnic origin, citizenship, creed, sex, sexual orientation, gender identity, gender
            expression, age, marital status, family status, disability or receipt of public assistance;
          </li>
          <li>
            sections 105 and 106 of the Residential Tenancies Act, 2006: the only security deposit you may ask for is a
            rent deposit of at most one month’s rent, which is applied to the last month. Damage deposits and pet
            deposits are not allowed;
          </li>
          <li>the rules of your municipality, such as property standards and the licensing of rooming houses.</li>
        </ul>
      </>
    ),
  },
  {
    title: "Renters: your safety",
    body: (
      <>
        <p>
          We review listings, but we do not visit homes or verify landlords’ identities. Please verify all details
          directly with the landlord before making any decisions.
        </p>
        <ul>
          <li>View the place first, inside, and meet the person who rents it out.</li>
          <li>Never pay before you have viewed it, and never e-transfer money to a stranger.</li>
          <li>Ask for a written lease, and for a receipt for every payment.</li>
          <li>If you think you have found a scam, tell the police and us.</li>
        </ul>
      </>
    ),
  },
  {
    title: "Review, publication and removal",
    body: (
      <>
        <p>
          A listing is published once a moderator approves it. We may refuse it, ask for changes, correct obvious
          mistakes, or remove it at any time, in particular when it is above market, untrue, unlawful, a duplicate or
          already rented. An approved listing leaves the site after {LISTING_LIFETIME_DAYS} days unless it is renewed.
        </p>
        <p>
          Landlords can change, renew or remove their listing with the link we email them, or write to <ContactLink />.
          Keep that link to yourself: anyone who has it can do the same. Publishing a listing is not a promise that it
          is accurate or that the home is suitable.
        </p>
      </>
    ),
  },
  {
    title: "What is not allowed",
    body: (
      <>
        <p>You may not:</p>
        <ul>
          <li>post false, misleading, discriminatory or unlawful content, or content that is not yours to post;</li>
          <li>use the phone numbers of landlords for advertising, or pass them on for that purpose;</li>
          <li>collect listings in bulk, overload or attack the site, or bypass its protections;</li>
          <li>file false reports, or return after being banned.</li>
        </ul>
        <p>We may limit or ban the network of anyone who does.</p>
      </>
    ),
  },
];

/** Sections 10 to 16: content, liability and law. */
const LAW_SECTIONS: readonly LegalSection[] = [
  {
    title: "Your content and ours",
    body: (
      <p>
        What you submit stays yours. You allow us, free of charge, to store, convert, shorten and show it on this site
        and where its listings are shared, for as long as the listing is published, and to keep it afterwards as the
        Privacy Policy describes. You confirm that you hold the rights to it. The design, texts and software of the site
        belong to us or to those who license them to us.
      </p>
    ),
  },
  {
    title: "Market figures and other information",
    body: (
      <p>
        Market rents, percentages below market, rent control labels and information about the neighbourhood come from
        published or public sources. They can be incomplete, estimated or out of date, and they are not legal, financial
        or real estate advice. We are not responsible for websites we link to.
      </p>
    ),
  },
  {
    title: "No warranty",
    body: (
      <p>
        The site is free and offered as is. To the extent the law permits, we give no warranty that it is available
        without interruption or errors, or that a listing is accurate, lawful or still available.
      </p>
    ),
  },
  {
    title: "Limits of liability",
    body: (
      <>
        <p>
          To the extent the law permits, we are not liable for what landlords and renters do or fail to do, for
          tenancies or payments between them, or for indirect or consequential losses. Our total liability to you in
          connection with the site is limited to $100.
        </p>
        <p>
          Nothing in these terms excludes liability that cannot be excluded by law, or limits the rights that consumers
          have under the Consumer Protection Act of Ontario.
        </p>
      </>
    ),
  },
  {
    title: "Governing law and disputes",
    body: (
      <>
        <p>
          These terms are governed by the laws of the Province of Ontario and the federal laws of Canada that apply
          there. Please write to us first; most problems can be solved that way. A dispute with us that cannot be solved
          that way is decided by one arbitrator under the Arbitration Act, 1991 (Ontario). The arbitration is seated in
          Toronto and held in English, and hearings may be held remotely.
        </p>
        <p>
          If you are a consumer, this does not take away your right to go to court, or any other right under the
          Consumer Protection Act. This section does not apply to disputes between landlord and tenant, which belong to
          the Landlord and Tenant Board.
        </p>
      </>
    ),
  },
  {
    title: "Changes to the site and to these terms",
    body: (
      <p>
        We may change the site or these terms. The date above says when the terms last changed. Changes apply from the
        day they are published and not to what happened before. If one of the terms cannot be enforced, the others
        remain in force.
      </p>
    ),
  },
  {
    title: "Contact",
    body: (
      <p>
        Questions about these terms: <ContactLink />
      </p>
    ),
  },
];

export const head = fixedHead(
  "Terms of Service",
  "The rules for renters and landlords on this site: what a listing must be, how we review it, what we are responsible for, and which law applies.",
  PATHS.terms,
);

const SECTIONS = [...USE_SECTIONS, ...LAW_SECTIONS];

export function Component() {
  const site = useSite();
  useDocumentHead(head(null, site));
  return (
    <LegalPage
      title={PAGE_NAMES.terms}
      numbered
      intro={
        <p>
          These terms are the agreement between you and the people who run {site.name} (“we”, “us”). “Landlord” means
          anyone who submits a listing, including for someone else; “renter” means anyone looking for a home here.
        </p>
      }
      sections={SECTIONS}
    />
  );
}
