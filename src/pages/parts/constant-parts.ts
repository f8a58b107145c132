import { constantMarkup } from "../../lib/constant-markup.tsx";

export const HowItWorks = constantMarkup(
  "how-it-works",
  async () => (await import("./home-how-it-works.tsx")).HowItWorks,
);

export const Faqs = constantMarkup("faqs", async () => (await import("./home-faqs.tsx")).Faqs);
