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

/**
 * Low, so that prices are visible early: what explains the form unfolds with it (sign-up.css).
 * @param props.isShort one line, as for addresses with conditions and for browsers that have joined
 */
export function HomeHero({ isShort }: { isShort: boolean }) {
  return (
    <section className={`hero ${isShort ? "hero-short" : ""}`}>
      <div className="hero-row page-width">
        <div>
          <h1 className="display">Toronto rentals below market, with the numbers to show it</h1>
          <p className="hero-pitch">
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
