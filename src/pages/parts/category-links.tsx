import { CATEGORIES, type Category } from "../../../worker/contracts/bedrooms.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";

/** From one category to the others. */
export function CategoryLinks({ current }: { current: Category }) {
  return (
    <nav aria-labelledby="browse-by-type" className="mt-14">
      <h2 id="browse-by-type" className="mb-4 text-xl font-bold">
        Browse Apartments by Type
      </h2>
      <ul className="flex flex-wrap gap-2">
        {CATEGORIES.map(({ path, name }) => (
          <li key={path}>
            <Link
              to={path}
              aria-current={path === current.path ? "page" : undefined}
              className={`${buttonClass({ variant: "secondary" })} aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent`}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
