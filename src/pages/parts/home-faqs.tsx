import { SCAM_ADVICE } from "../../../worker/contracts/scam-advice.ts";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { LISTING_LIFETIME_DAYS } from "../../../worker/contracts/listings.ts";
import { PATHS } from "../../lib/paths.ts";
import { Link } from "../../ui/link.tsx";

const textLink = "font-semibold text-accent underline underline-offset-4";

const FAQS: readonly { question: string; answer: ReactNode }[] = [
  {
    question: "What does “below market” mean here?",
    answer: (
      <p>
        That the rent is at least 10% lower than the average asking rent for the same type of unit in the same area. For
        the City of Toronto, the Rentals.ca &amp; Urbanation National Rent Report publishes that average. If the listing
        says “estimate”, we derived it from that report. Next to each percentage, the listing names the average. If we
        cannot compare a listing, it shows no percentage and says why.{" "}
        <Link to={PATHS.percentage} className={textLink}>
          How the percentage is worked out
        </Link>
      </p>
    ),
  },
  {
    question: "How do I avoid rental scams?",
    answer: (
      <ul className="list-disc space-y-1 pl-5">
        {SCAM_ADVICE.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    ),
  },
  {
    question: "What does it cost to post a listing?",
    answer: (
      <p>
        Nothing. Posting is free for landlords. We review each listing before it is published, and it leaves the site{" "}
        {LISTING_LIFETIME_DAYS} days after approval.{" "}
        <Link to={PATHS.landlords} className={textLink}>
          Submit a rental
        </Link>
      </p>
    ),
  },
  {
    question: "What does “Rent Controlled” mean?",
    answer: (
      <p>
        In Ontario the rent of a sitting tenant may rise once in 12 months, by no more than the yearly guideline. Units
        first occupied as a home after November 15, 2018 are exempt. Either way, a new tenancy can start at any rent. We
        show the badge only where building records leave little doubt; please verify it with the landlord.{" "}
        <Link to={PATHS.rentCheck} className={textLink}>
          Check a rent
        </Link>
      </p>
    ),
  },
  {
    question: "Are the details checked?",
    answer: (
      <p>
        We read every listing and compare its rent with the market, but we do not visit the units. Please verify all
        details directly with the landlord before making any decisions.
      </p>
    ),
  },
];

export function Faqs() {
  return (
    <section id="faqs" tabIndex={-1} aria-labelledby="faqs-heading" className="page-width pt-16 outline-none">
      <h2 id="faqs-heading" className="mb-6 text-2xl font-bold">
        FAQs
      </h2>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        {FAQS.map(({ question, answer }) => (
          <details key={question} className="group px-5">
            <summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-semibold">
              {question}
              <ChevronDown
                aria-hidden="true"
                className="size-5 shrink-0 text-ink-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <div className="max-w-3xl pb-5 text-ink-muted">{answer}</div>
          </details>
        ))}
      </div>
    </section>
  );
}
