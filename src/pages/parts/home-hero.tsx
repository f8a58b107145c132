import { Activity, type ComponentType, lazy } from "react";
import { useSite } from "../../lib/site.tsx";
import { DemoNote } from "../../ui/demo-note.tsx";

/** Server-rendered, but hydrated after the listings; without its code the page still works. */
const SignUpForm = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const { SignUpForm } = await import("../../features/subscribers/sign-up-form.tsx");
    return { default: SignUpForm };
  } catch {
    return { default: () => null };
  }
});

/** Short, so that prices are visible early on phones. */
export function HomeHero() {
  return (
    <section className="border-b border-line bg-surface">
      <div className="page-width grid items-center gap-x-12 gap-y-4 py-5 text-center sm:py-10 lg:grid-cols-[1fr_30rem] lg:text-left">
        <div>
          <h1 className="mx-auto max-w-4xl text-2xl font-extrabold tracking-tight sm:text-4xl lg:text-5xl">
            Toronto rentals below market, with the numbers to show it
          </h1>
          <p className="mx-auto mt-2 max-w-2xl text-sm text-ink-muted sm:mt-4 sm:text-lg lg:mx-0">
            New listings in your inbox every Monday, Wednesday and Friday, each reviewed by a person. Free for renters
            and landlords.
          </p>
        </div>
        {useSite().isDemo ? (
          <DemoNote what="sign-ups" />
        ) : (
          // Hydrates on its own; unlike Suspense, Activity needs no inline script.
          <Activity>
            <SignUpForm />
          </Activity>
        )}
      </div>
    </section>
  );
}
