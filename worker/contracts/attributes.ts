import { HOME_TYPE_NAMES } from "./bedrooms.ts";

/**
 * A filter such as `?with=pets,parking`, and the values that match. A listing without a stated value does not match.
 */
interface Filter<Value = string | boolean> {
  name: string;
  /** The condition that a unit must meet, as worded in the filter panel. */
  text: string;
  matches: readonly Value[] | { atMost: number };
}

/**
 * Consequences of changing a field.
 * - `review`: after a landlord's change, a moderator reviews the listing again (docs/contract.md, Landlords).
 * - `type`: the type of home changes. `confirmation`: a moderator has to confirm type and rent again.
 * - `preview`: the preview image shows the field. `place`: the location and rent control are looked up again.
 * - `kind`: the field is compared with the other fields for contradictions about the kind of home.
 * - `signals`: the text is searched for signs of scams and unlawful claims.
 */
export type Effect = "review" | "type" | "confirmation" | "preview" | "place" | "kind" | "signals";

interface Common<ItsFilter> {
  /** Label in forms, in details, and for moderators. */
  label: string;
  filter: ItsFilter | null;
  /** True if forms and details show this attribute in a place of its own. */
  isApart?: true;
  affects?: readonly Effect[];
}

/** A choice of one of several values, each with its label, in the order of the form. */
interface ChoiceAttribute extends Common<Filter> {
  kind: "enum" | "boolean";
  texts: Readonly<Record<string, string>>;
}
/** A whole number, from `min` to `max`. */
interface NumberAttribute extends Common<Filter> {
  kind: "number";
  min: number;
  max: number;
  text(value: number): string;
  /** Label of the form field, the hint below it, and the error message for invalid numbers. */
  field: string;
  hint: string;
  problem: string;
}

const oneOf = <
  const Texts extends Readonly<Record<string, string>>,
  const Rest extends Common<Filter<NoInfer<keyof Texts>>>,
>(
  texts: Texts,
  rest: Rest,
) => ({ kind: "enum" as const, texts, ...rest });

/** Declares a yes-or-no feature by which visitors can filter lists. */
const yesOrNo = <const Name extends string>(
  label: string,
  texts: [yes: string, no: string],
  good: string,
  name: Name,
) => ({
  kind: "boolean" as const,
  label,
  texts: { true: texts[0], false: texts[1] },
  filter: { name, text: good, matches: [true] },
});

/** A lease of at most this many months counts as short. */
const SHORT_LEASE_MONTHS = 6;

/** Returns a lease term in words: 'Month to month', '1 month', '12 months'. */
export function leaseText(months: number): string {
  if (months === 0) return "Month to month";
  return months === 1 ? "1 month" : `${months} months`;
}

/**
 * Optional attributes that a landlord may state, in the order of the form. The fields of every listing are in
 * listing-fields.ts. This table defines the columns, request schemas, responses, search, form, card, details, the
 * changes shown to moderators, export and erasure (docs/architecture.md). All attributes are public while the listing
 * is public. The attributes are personal data of the landlord.
 */
const TABLE = {
  // The search has a separate parameter for this attribute (search.ts). The module bedrooms.ts defines which home types
  // fit which bedroom types.
  homeType: oneOf(HOME_TYPE_NAMES, {
    label: "Kind of home",
    filter: null,
    isApart: true,
    affects: ["review", "type", "confirmation", "kind"],
  }),
  pets: oneOf(
    { yes: "Allowed", limited: "Limited", no: "Not allowed" },
    {
      label: "Pets",
      filter: { name: "pets", text: "Pets allowed", matches: ["yes", "limited"] },
    },
  ),
  parking: oneOf(
    { included: "Included", extra: "At extra cost", none: "None" },
    {
      label: "Parking",
      filter: { name: "parking", text: "Parking included", matches: ["included"] },
    },
  ),
  laundry: oneOf(
    { unit: "In the unit", building: "In the building", none: "None" },
    {
      label: "Laundry",
      filter: { name: "laundry", text: "In-unit laundry", matches: ["unit"] },
    },
  ),
  utilitiesIncluded: yesOrNo("Utilities", ["Included", "Not included"], "Utilities included", "utilities"),
  furnished: yesOrNo("Furnished", ["Yes", "No"], "Furnished", "furnished"),
  /** Term of the lease in months; 0 means month to month. */
  leaseMonths: {
    kind: "number",
    label: "Lease",
    min: 0,
    max: 60,
    text: leaseText,
    field: "Lease (months)",
    hint: "0 means month to month.",
    problem: "Please enter the months of the lease, at most 60.",
    filter: {
      name: "short-lease",
      text: `Short lease (${SHORT_LEASE_MONTHS} months or less)`,
      matches: { atMost: SHORT_LEASE_MONTHS },
    },
  },
} as const satisfies Record<string, ChoiceAttribute | NumberAttribute>;

export type AttributeKey = keyof typeof TABLE;
type Entry = (typeof TABLE)[AttributeKey];
type ValueOf<Of> = Of extends { kind: "boolean" } ? boolean : Of extends { texts: infer Texts } ? keyof Texts : number;

/** The stated attributes of a unit. Null means 'not stated'. */
export type ListingAttributes = { [Key in AttributeKey]: ValueOf<(typeof TABLE)[Key]> | null };

export const ATTRIBUTES: Readonly<Record<AttributeKey, ChoiceAttribute | NumberAttribute>> = TABLE;
export const ATTRIBUTE_KEYS = Object.keys(TABLE) as AttributeKey[];

/** Builds a record with a value for each attribute. The cast is safe because the loop covers every key. */
export function eachAttribute<Values extends Readonly<Record<AttributeKey, unknown>>>(
  of: <Key extends AttributeKey>(key: Key) => Values[Key],
): Values {
  const values: Partial<Record<AttributeKey, unknown>> = {};
  // This loop runs for each listing of a list. `Object.fromEntries` takes three times as long.
  for (const key of ATTRIBUTE_KEYS) values[key] = of(key);
  return values as Values;
}

/** Values of `?with=` that filter the lists, in their canonical order. */
export const ATTRIBUTE_FILTERS = ATTRIBUTE_KEYS.flatMap((key) => {
  const { filter } = TABLE[key];
  return filter === null ? [] : [{ key, ...filter }];
});
export type AttributeFilter = NonNullable<Entry["filter"]>["name"];

/** Returns a value in words; null if unknown. */
export function attributeText<Key extends AttributeKey>(key: Key, value: ListingAttributes[Key]): string | null {
  const attribute = ATTRIBUTES[key];
  if (value === null) return null;
  return attribute.kind === "number" ? attribute.text(Number(value)) : (attribute.texts[String(value)] ?? null);
}

/**
 * Parses the attributes of a `with` parameter. Removes duplicates and sorts them in one fixed order. Returns undefined
 * if one is unknown.
 */
export function parseAttributes(text: string | undefined): AttributeFilter[] | undefined {
  const names = new Set(
    (text ?? "")
      .toLowerCase()
      .split(",")
      .map((name) => name.trim()),
  );
  names.delete("");
  const known = ATTRIBUTE_FILTERS.map(({ name }) => name).filter((name) => names.has(name));
  return known.length === names.size ? known : undefined;
}
