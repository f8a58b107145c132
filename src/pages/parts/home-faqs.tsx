import { Activity, type ComponentType, lazy } from "react";
import { constantMarkup } from "../../lib/constant-markup.tsx";

/** The browser needs its code after the listings', and only for the links in it; without it the page goes on. */
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
      {/* As high as the folded answers, so that nothing moves when they come. */}
      <div className="min-h-71.5">
        <Activity>
          <FaqList />
        </Activity>
      </div>
    </section>
  );
}

export const Faqs = constantMarkup(Questions);
