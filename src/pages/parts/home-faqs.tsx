import { Activity, type ComponentType, lazy } from "react";
import { constantMarkup } from "../../lib/constant-markup.tsx";

/** Hydrated after the listings, and only needed for its links; without it the page still works. */
const FaqList = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const { FaqList } = await import("./home-faq-list.tsx");
    return { default: FaqList };
  } catch {
    return { default: () => null };
  }
});

function Questions() {
  return (
    <section id="faqs" tabIndex={-1} aria-labelledby="faqs-heading" className="page-width pt-16 outline-none">
      <h2 id="faqs-heading" className="mb-6 text-2xl font-bold">
        FAQs
      </h2>
      {/* Reserves the height of the folded answers, to avoid layout shifts. */}
      <div className="min-h-71.5">
        <Activity>
          <FaqList />
        </Activity>
      </div>
    </section>
  );
}

export const Faqs = constantMarkup(Questions);
