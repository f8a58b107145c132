import {
  goesByEnteredYear,
  type LawfulIncrease,
  leftOpen,
  NOTICE_DAYS,
  NOTICE_PROBLEMS,
  RULE_LINKS,
} from "../../../worker/contracts/rent-check.ts";
import { dollars } from "../../lib/dollars.ts";
import { formatDate } from "../../lib/format.ts";
import { asWritten } from "../../ui/as-written.ts";
import { SectionCard } from "../../ui/section-card.tsx";

const UNCHECKED_YEAR = "by the year that was entered, which nobody has checked";

const link = "font-semibold text-accent underline underline-offset-4";

/** The largest increase by the rules, and a notice held against them. */
export function LawfulIncreaseCard({ increase, rent }: { increase: LawfulIncrease; rent: number }) {
  const { asOf, since, earliest, isLimited, form, notice } = increase;
  return (
    <SectionCard
      title="How much may the rent go up?"
      note={`By the rules as of ${formatDate(asOf)}. This is no legal advice.`}
    >
      <div className="grid gap-3">
        <p className="text-lg font-semibold">
          <Highest increase={increase} rent={rent} />
        </p>
        <ul className="list-disc space-y-1 pl-5">
          <li>
            Not before {formatDate(earliest)}, if notice were given today: at least 12 months after {formatDate(since)}{" "}
            (Residential Tenancies Act, s. 119), and {NOTICE_DAYS} days after a written notice (s. 116).
          </li>
          <li>
            The notice is the Board’s{" "}
            <a href={RULE_LINKS.forms} className={link}>
              Form {form}
            </a>
            , or has all that is in it.
          </li>
          <Guideline increase={increase} />
          {isLimited === null && (
            <li>
              We do not know whether this rent is controlled. Homes first lived in after November 15, 2018 are exempt
              from the guideline (s. 6.1); 12 months and {NOTICE_DAYS} days hold for them too, with Form N2.
            </li>
          )}
          {isLimited === true && (
            <li>
              More than the guideline needs an order of the Board (s. 126) or a written agreement about a service or
              improvement (s. 121, 123).
            </li>
          )}
        </ul>
        {notice && <Notice notice={notice} increase={increase} />}
        <p className="text-sm text-ink-muted">
          Read the{" "}
          <a href={RULE_LINKS.guideline} className={link}>
            rules on Ontario’s site
          </a>{" "}
          and the{" "}
          <a href={RULE_LINKS.act} className={link}>
            Residential Tenancies Act, 2006
          </a>
          . The{" "}
          <a href={RULE_LINKS.board} className={link}>
            Landlord and Tenant Board
          </a>{" "}
          decides disputes.
        </p>
      </div>
    </SectionCard>
  );
}

function Highest({ increase, rent }: { increase: LawfulIncrease; rent: number }) {
  const { earliest, isLimited, highestRent, guidelineYear } = increase;
  if (isLimited === false)
    return (
      <>
        No guideline limits this rent{goesByEnteredYear(increase) && `, ${UNCHECKED_YEAR}`}: it may rise to any amount
        from {formatDate(earliest)} on.
      </>
    );
  if (highestRent === null)
    return (
      <>
        The highest rent from {formatDate(earliest)} on is not known here: we have no confirmed guideline for{" "}
        {guidelineYear}.
      </>
    );
  return (
    <>
      {isLimited === null && "If this rent is controlled: "}
      {isLimited === null ? "at" : "At"} most {asWritten(dollars(highestRent))} from {formatDate(earliest)} on,{" "}
      {asWritten(dollars(Math.round((highestRent - rent) * 100) / 100))} a month more
      {goesByEnteredYear(increase) && `, ${UNCHECKED_YEAR}`}.
    </>
  );
}

function Guideline({ increase: { guideline, guidelineYear, isLimited } }: { increase: LawfulIncrease }) {
  if (isLimited === false)
    return <li>Homes first lived in after November 15, 2018 are exempt from the guideline (s. 6.1).</li>;
  return (
    <li>
      {guideline === null
        ? `The guideline of ${guidelineYear} is not known here.`
        : `The guideline of ${guideline.year} is ${guideline.percent}% (s. 120; ${guideline.source}, confirmed ${formatDate(guideline.confirmedOn)}).`}
    </li>
  );
}

function Notice({ notice, increase }: { notice: NonNullable<LawfulIncrease["notice"]>; increase: LawfulIncrease }) {
  const { rent, from, highestRent, problems } = notice;
  const open = leftOpen(notice, increase.isLimited);
  return (
    <section aria-labelledby="notice-heading" className="rounded-control border border-line-strong p-3">
      <h3 id="notice-heading" className="font-semibold">
        The notice: {asWritten(dollars(rent))} from {formatDate(from)}
      </h3>
      {problems.length > 0 ? (
        <>
          <p className="mt-1">
            By these rules{goesByEnteredYear(increase) && `, and ${UNCHECKED_YEAR}`}, this increase is not lawful as it
            stands:
          </p>
          <ul className="mt-1 list-disc space-y-1 pl-5">
            {problems.map((problem) => (
              <li key={problem}>
                {NOTICE_PROBLEMS[problem].text} (Residential Tenancies Act, s. {NOTICE_PROBLEMS[problem].section})
                {problem === "above_guideline" &&
                  highestRent !== null &&
                  asWritten(` By the guideline it is at most ${dollars(highestRent)}.`)}
              </li>
            ))}
          </ul>
          <p className="mt-2">
            Write to your landlord first. If you cannot agree, the{" "}
            <a href={RULE_LINKS.board} className={link}>
              Landlord and Tenant Board
            </a>{" "}
            decides: with Form T1 a tenant asks for money back that was not owed (s. 135). Ask within a year of the
            first payment: after that the rent counts as lawful (s. 136).
          </p>
        </>
      ) : (
        !open.isAboveIfLimited && (
          <p className="mt-1">
            {open.amount || open.days
              ? "What we could check breaks none of these rules."
              : `We see nothing in it that breaks these rules${goesByEnteredYear(increase) ? `, ${UNCHECKED_YEAR}` : ""}.`}
          </p>
        )
      )}
      {open.days && (
        <p className="mt-1">
          The day of the notice was not entered, so we have not checked the {NOTICE_DAYS} days (s. 116).
        </p>
      )}
      {open.amount && (
        <p className="mt-1">
          The guideline of {from.slice(0, 4)} is not known here, so we have not held the amount against it.
        </p>
      )}
      {open.isAboveIfLimited && highestRent !== null && (
        <p className="mt-1">
          It is above {asWritten(dollars(highestRent))}, the most by the guideline (s. 120). Unless the home is exempt,
          that is not lawful without an order or agreement.
        </p>
      )}
    </section>
  );
}
