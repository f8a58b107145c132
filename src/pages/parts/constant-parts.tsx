import type { ReactNode } from "react";
import { constantMarkup } from "../../lib/constant-markup.tsx";

const Steps = constantMarkup("how-it-works", async () => (await import("./how-it-works-steps.tsx")).HowItWorksSteps);

/** @param children content above the steps, which may differ between visits */
export function HowItWorks({ children }: { children?: ReactNode }) {
  return (
    <section
      id="how-it-works"
      tabIndex={-1}
      aria-labelledby="how-it-works-heading"
      className="page-width pt-16 outline-none"
    >
      <h2 id="how-it-works-heading" className="mb-6 text-2xl font-bold">
        How It Works
      </h2>
      {children}
      <Steps />
    </section>
  );
}

export const Faqs = constantMarkup("faqs", async () => (await import("./home-faqs.tsx")).Faqs);
