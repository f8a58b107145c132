/** Short, so that on a phone the first price comes early. */
export function HomeHero() {
  return (
    <section className="border-b border-line bg-surface">
      <div className="page-width py-6 text-center sm:py-10">
        <h1 className="mx-auto max-w-4xl text-2xl font-extrabold tracking-tight sm:text-4xl lg:text-5xl">
          Toronto rentals below market, with the numbers to show it
        </h1>
        <p className="mx-auto mt-2 max-w-2xl text-sm text-ink-muted sm:mt-4 sm:text-lg">
          A person reviews every listing. Where a rent can be compared, you see with what. Free for renters and
          landlords.
        </p>
      </div>
    </section>
  );
}
