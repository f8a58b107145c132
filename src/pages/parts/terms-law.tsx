import { ContactLink } from "./contact-link.tsx";
import type { LegalSection } from "./legal-page.tsx";

/** Sections 10 to 16: content, responsibility and the law. */
export const LAW_SECTIONS: readonly LegalSection[] = [
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
        or real estate advice. We do not answer for websites that we link to.
      </p>
    ),
  },
  {
    title: "No warranty",
    body: (
      <p>
        The site is free and offered as it is. To the extent the law permits, we give no warranty that it is available
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
          there. Please write to us first; most problems can be solved that way. A dispute with us that cannot is
          decided by one arbitrator under the Arbitration Act, 1991 (Ontario). The arbitration is seated in Toronto and
          held in English, and hearings may be held remotely.
        </p>
        <p>
          If you are a consumer, this does not take away your right to go to court, or any other right under the
          Consumer Protection Act. It does not apply to disputes between landlord and tenant, which belong to the
          Landlord and Tenant Board.
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
