import { LISTING_LIFETIME_DAYS } from "../../../worker/contracts/listings.ts";
import { PATHS } from "../../lib/paths.ts";
import { ContactLink } from "./contact-link.tsx";
import type { LegalSection } from "./legal-page.tsx";
import { Link } from "../../ui/link.tsx";

/** Sections 1 to 9: what the site is and how it is used. */
export const USE_SECTIONS: readonly LegalSection[] = [
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
            the rent is complete and, as far as you know, below the market rent for a home of its kind; what is above it
            is shown as such and goes into no mail of ours;
          </li>
          <li>you mark it as rented when it is, and correct it when something important changes.</li>
        </ul>
      </>
    ),
  },
  {
    title: "Landlords: the law of renting",
    body: (
      <>
        <p>You follow the laws that apply to renting in Ontario, among them:</p>
        <ul>
          <li>
            the Human Rights Code: no listing may refuse or discourage renters because of race, ancestry, place of
            origin, colour, ethnic origin, citizenship, creed, sex, sexual orientation, gender identity, gender
            expression, age, marital status, family status, disability or receipt of public assistance;
          </li>
          <li>
            sections 105 and 106 of the Residential Tenancies Act, 2006: the only security deposit that may be asked for
            is a rent deposit of at most one month’s rent, which is applied to the last month. Damage deposits and pet
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
          We review listings, but we do not visit homes and do not check who landlords are. Please verify all details
          directly with the landlord before making any decisions.
        </p>
        <ul>
          <li>View the place first, inside, and meet the person who rents it out.</li>
          <li>Never pay before you have viewed it, and never e-transfer money to a stranger.</li>
          <li>Ask for a written lease, and for a receipt for every payment.</li>
          <li>If you believe that you met a fraud, tell the police and us.</li>
        </ul>
      </>
    ),
  },
  {
    title: "Review, publication and removal",
    body: (
      <>
        <p>
          A listing is published after a moderator approved it. We may refuse it, ask for changes, correct obvious
          mistakes, or remove it at any time, in particular when it is above market, untrue, unlawful, a duplicate or
          already rented. An approved listing leaves the site after {LISTING_LIFETIME_DAYS} days unless it is renewed.
        </p>
        <p>
          Landlords can change, renew or remove their listing with the link we mail them, or write to <ContactLink />.
          Keep that link to yourself: whoever has it can do the same. Publication is no promise that a listing is
          accurate or that a home is suitable.
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
          <li>collect listings in bulk, or burden, attack or get around the protections of the site;</li>
          <li>file false reports, or return after you were banned.</li>
        </ul>
        <p>We may limit or ban the network of anyone who does.</p>
      </>
    ),
  },
];
