import { BadgeCheck, ChartNoAxesColumn, FileText, type LucideIcon, Phone } from "lucide-react";

const STEPS: readonly { icon: LucideIcon; title: string; text: string }[] = [
  { icon: FileText, title: "A landlord posts a unit", text: "With its address, its rent and photos. Posting is free." },
  { icon: BadgeCheck, title: "We review it", text: "A person looks at every listing before it is published." },
  {
    icon: ChartNoAxesColumn,
    title: "We compare the rent",
    text: "With the published average asking rent for the same type of unit. If the rent is at least 10% lower, the listing says by how much.",
  },
  {
    icon: Phone,
    title: "You call the landlord",
    text: "Directly, with no fee and no middleman. View the place before you pay anything.",
  },
];

export function HowItWorksSteps() {
  return (
    <>
      <ol className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        {STEPS.map(({ icon: Icon, title, text }, index) => (
          <li key={title} className="rounded-card border border-line bg-surface p-5">
            <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
              <Icon aria-hidden="true" className="size-5" />
            </span>
            <h3 className="mt-3 font-bold">
              {index + 1}. {title}
            </h3>
            <p className="mt-1 text-sm text-ink-muted">{text}</p>
          </li>
        ))}
      </ol>
      <div id="percentage" tabIndex={-1} className="mt-5 scroll-mt-24 rounded-card bg-good-soft p-5 outline-none">
        <h3 className="font-bold text-good">How the percentage is worked out</h3>
        {/* Limits lines to 70 characters. */}
        <div className="mt-1 grid gap-x-10 gap-y-2 *:max-w-128 lg:grid-cols-3">
          <p>
            (market rent − rent) ÷ market rent. For example, a one-bedroom at <span translate="no">$1,810</span> against
            a market rent of <span translate="no">$2,210</span> (Rentals.ca &amp; Urbanation, October 2025) is 18% below
            market.
          </p>
          <p>
            Market rents are average asking rents for vacant units of the same type in the same area. In the City, that
            area is the City of Toronto. Elsewhere, it is only the municipality or its region. Averages run above the
            typical ad, usually by 5 to 10%. So we say “below market” from 10% on, and “about the market rent” up to 9%
            either way.
          </p>
          <p>
            If no average is published for a type of unit, we derive one from the closest published averages. The
            listing then says “estimate” and how we derived it. We compare basements and shared beds with at least 30 of
            their kind on this site, or not at all. If a market rent is older than half a year, we show its age. If it
            is older than a year and a half, we do not use it.
          </p>
        </div>
      </div>
    </>
  );
}
