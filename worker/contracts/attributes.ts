/** What a landlord may say of a unit besides the facts that every listing has. Null is 'not said'. */
export interface ListingAttributes {
  pets: Pets | null;
  parking: Parking | null;
  laundry: Laundry | null;
  utilitiesIncluded: boolean | null;
  furnished: boolean | null;
  /** 0 is month to month. */
  leaseMonths: number | null;
}

export const PETS = ["yes", "limited", "no"] as const;
export type Pets = (typeof PETS)[number];
export const PARKING = ["included", "extra", "none"] as const;
export type Parking = (typeof PARKING)[number];
export const LAUNDRY = ["unit", "building", "none"] as const;
export type Laundry = (typeof LAUNDRY)[number];

/** A lease of at most this many months counts as short. */
export const SHORT_LEASE_MONTHS = 6;

/** What the lists can be narrowed to, by its name in `?with=pets,parking`. What is not said does not match. */
export const ATTRIBUTE_FILTERS = ["pets", "parking", "laundry", "utilities", "furnished", "short-lease"] as const;
export type AttributeFilter = (typeof ATTRIBUTE_FILTERS)[number];

/**
 * The attributes that a `with` parameter asks for, each once and in one order; undefined when it names an unknown one.
 */
export function parseAttributes(text: string | undefined): AttributeFilter[] | undefined {
  const names = new Set(
    (text ?? "")
      .toLowerCase()
      .split(",")
      .map((name) => name.trim()),
  );
  names.delete("");
  const known = ATTRIBUTE_FILTERS.filter((name) => names.has(name));
  return known.length === names.size ? known : undefined;
}
