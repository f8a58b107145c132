import { Link, useLocation } from "react-router";
import { PostButton } from "../features/listings/post-button.tsx";
import { buttonClass } from "../ui/button.tsx";

export function HomeHero() {
  const { search } = useLocation();
  return (
    <section className="border-b border-line bg-surface">
      <div className="page-width py-10 text-center sm:py-14">
        <h1 className="mx-auto max-w-4xl text-3xl font-extrabold tracking-tight sm:text-5xl">
          Toronto rentals below market, with the numbers to show it
        </h1>
        <p className="mx-auto mt-4 max-w-2xl text-ink-muted sm:text-lg">
          A person reviews every listing. Where a rent can be compared, you see the benchmark: the market rent, its
          month and its source. Free for renters and landlords.
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          {/* A router link: the router takes a bare hash link for a step back in history. */}
          <Link to={{ search, hash: "#listings" }} className={buttonClass({ size: "lg" })}>
            Browse listings
          </Link>
          <PostButton />
        </div>
      </div>
    </section>
  );
}
