import { ADDRESS_MAX } from "./addresses.ts";
import {
  ATTRIBUTE_KEYS,
  type AttributeKey,
  ATTRIBUTES,
  attributeText,
  type Effect,
  type ListingAttributes,
} from "./attributes.ts";
import { BATHROOMS, BEDROOMS } from "./bedrooms.ts";
import { EMAIL_MAX } from "./text.ts";

/** The public part of an address: all of it, only its street or intersection, or only its area. */
const PRECISIONS = { exact: "With its number", street: "Street or corner only", area: "Area only" } as const;
/**
 * The precisions that a landlord can choose. The precision `area` applies when the address names nothing more precise.
 */
export const CHOSEN_PRECISIONS = ["exact", "street"] as const;
export type AddressPrecision = keyof typeof PRECISIONS;

interface CommonFacts {
  /** Name of the field, shown to moderators. */
  label: string;
  /** True if every listing has this field. Fields that are not required are null if the landlord stated nothing. */
  isRequired?: true;
  /** True if only the landlord and the moderators see the field. */
  isPrivate?: true;
  /** True if the field is derived from another field. A derived field is in no form and cannot be edited. */
  isDerived?: true;
  /** True if the schema of the field follows from its length or range. */
  isPlain?: true;
  /** True if moderators can search for listings by this field. */
  isSearched?: true;
  affects?: readonly Effect[];
  /** Text that renters see if the landlord left the field empty. */
  standIn?: string;
}

/** A text of at most `max` characters. */
interface TextField extends CommonFacts {
  kind: "text";
  max: number;
  /** Value stored when the landlord's data is erased; by default null, or "" where null is not allowed. */
  erased?: string;
}
/** One of several values. An erasure keeps this value, because it identifies nobody. */
interface ChoiceField extends CommonFacts {
  kind: "choice";
  isRequired: true;
  values: readonly string[];
  /** Default value for a submission without this field. */
  standard?: string;
  texts?: Readonly<Record<string, string>>;
}
/** A whole number from `min` to `max`. */
interface NumberField extends CommonFacts {
  kind: "number";
  min: number;
  max: number;
  problem: string;
}
type ListingField = TextField | ChoiceField | NumberField;

/**
 * The fields of a listing that the landlord states, in addition to the attributes of the unit (attributes.ts). This
 * table defines each field's column and type, its form input, how changes are shown, and whether it is erased. Fields
 * with special rules have their schema in listings.schemas.ts.
 */
export const LISTING_FIELDS = {
  address: {
    kind: "text",
    max: ADDRESS_MAX,
    label: "Address",
    isSearched: true,
    isRequired: true,
    erased: "erased",
    affects: ["review", "preview", "place", "kind"],
  },
  addressPrecision: {
    kind: "choice",
    values: ["exact", "street", "area"],
    standard: "exact",
    texts: PRECISIONS,
    label: "Address shown to renters",
    isRequired: true,
    affects: ["preview"],
  },
  // Words of the typed address that belong to neither the house, street, municipality nor unit.
  addressRest: {
    kind: "text",
    max: ADDRESS_MAX,
    label: "Other words in the address",
    isPrivate: true,
    isDerived: true,
  },
  // Rent as the landlord typed it.
  rent: {
    kind: "text",
    max: 60,
    label: "Rent per month",
    isRequired: true,
    affects: ["review", "confirmation", "preview", "kind", "signals"],
  },
  // Day as YYYY-MM-DD.
  moveInDate: { kind: "text", max: 40, label: "Move-in date", isRequired: true },
  bedrooms: {
    kind: "choice",
    values: BEDROOMS,
    label: "Bedrooms",
    isRequired: true,
    affects: ["review", "type", "confirmation", "preview", "place", "kind"],
  },
  bathrooms: { kind: "choice", values: BATHROOMS, label: "Bathrooms", isRequired: true },
  email: { kind: "text", max: EMAIL_MAX, label: "Email", isSearched: true, isRequired: true, isPrivate: true },
  phone: { kind: "text", max: 40, label: "Phone", isSearched: true, affects: ["review"] },
  landlordName: {
    kind: "text",
    max: 80,
    label: "Name shown to renters",
    isSearched: true,
    isPlain: true,
    standIn: "Landlord",
    affects: ["review", "kind", "signals"],
  },
  additionalInfo: {
    kind: "text",
    max: 10_000,
    label: "Additional information",
    standIn: "",
    affects: ["confirmation", "kind", "signals"],
  },
  // Never public: with the unit, a scammer could claim to live there.
  unit: { kind: "text", max: 20, label: "Unit", isSearched: true, isPlain: true, isPrivate: true, affects: ["kind"] },
  yearBuilt: {
    kind: "number",
    min: 1790,
    max: 2100,
    problem: "Please enter the year as four digits.",
    label: "Year built (stated)",
    isPlain: true,
    affects: ["place"],
  },
} as const satisfies Record<string, ListingField>;

type Table = typeof LISTING_FIELDS;
export type FieldKey = keyof Table;
/** {@link LISTING_FIELDS} with general types, for use in loops. */
export const FIELDS: Readonly<Record<FieldKey, ListingField>> = { ...LISTING_FIELDS };
const FIELD_KEYS = Object.keys(LISTING_FIELDS) as FieldKey[];

type ValueOf<Field> = Field extends { kind: "number" }
  ? number
  : Field extends { values: readonly (infer Value)[] }
    ? Value
    : string;
type KeysWith<Facts> = { [Key in FieldKey]: Table[Key] extends Facts ? Key : never }[FieldKey];
type RequiredKey = KeysWith<{ isRequired: true }>;
/** Fields that a submission may omit. */
type OmissibleKey = Exclude<FormKey, Exclude<RequiredKey, KeysWith<{ standard: string }>>>;
export type FormKey = Exclude<FieldKey, KeysWith<{ isDerived: true }>>;
export type PlainKey = KeysWith<{ isPlain: true }>;

/** The stored values of all fields; null means "not stated". */
export type ListingFacts = {
  [Key in FieldKey]: Key extends RequiredKey ? ValueOf<Table[Key]> : ValueOf<Table[Key]> | null;
};
/** All fields that the landlord states, as shown to the landlord and the moderators. */
export type StatedFields = ListingFacts & ListingAttributes;

type PrivateKey = KeysWith<{ isPrivate: true }>;
/** The fields that renters see. The address precision is not included, which only determines the public address. */
type PublicKey = Exclude<FieldKey, PrivateKey | "addressPrecision">;
export type PublicFields = {
  [Key in PublicKey]: Key extends KeysWith<{ standIn: string }> ? string : ListingFacts[Key];
} & ListingAttributes;

type OrNone<Value> = Value | null | undefined;
/** The fields of a form. */
export type FormFields = { [Key in Exclude<FormKey, OmissibleKey>]: ListingFacts[Key] } & {
  [Key in OmissibleKey]?: Key extends RequiredKey ? ListingFacts[Key] | undefined : OrNone<ListingFacts[Key]>;
} & Partial<ListingAttributes>;

export type ClearableKey = Exclude<KeysWith<{ kind: "text" }>, RequiredKey | KeysWith<{ isDerived: true }>>;
export const FORM_KEYS = FIELD_KEYS.filter((key): key is FormKey => FIELDS[key].isDerived !== true);
const PLAIN_KEYS = FIELD_KEYS.filter((key): key is PlainKey => FIELDS[key].isPlain === true);
export const PLAIN_FIELDS = Object.fromEntries(
  PLAIN_KEYS.map((key): [PlainKey, TextField | NumberField] => [key, LISTING_FIELDS[key]]),
) as Readonly<Record<PlainKey, TextField | NumberField>>;
export const PRIVATE_KEYS = FIELD_KEYS.filter((key): key is PrivateKey => FIELDS[key].isPrivate === true);
/** Optional texts. An edit clears them with "". */
export const CLEARABLE_KEYS = FORM_KEYS.filter(
  (key): key is ClearableKey => FIELDS[key].kind === "text" && !FIELDS[key].isRequired,
);

type Erased = { [Key in Exclude<FieldKey, KeysWith<{ kind: "choice" }>>]: Key extends RequiredKey ? string : null };
/** The column values of an erased listing. */
export const ERASED_FIELDS = Object.fromEntries(
  FIELD_KEYS.flatMap((key) => {
    const field = FIELDS[key];
    if (field.kind === "choice") return [];
    return [[key, field.kind === "text" && field.isRequired ? (field.erased ?? "") : null]];
  }),
) as Erased;

export const SEARCHED_KEYS = FIELD_KEYS.filter((key) => FIELDS[key].isSearched === true);

type StandInKey = KeysWith<{ standIn: string }>;
const STAND_IN_KEYS = FIELD_KEYS.filter((key): key is StandInKey => FIELDS[key].standIn !== undefined);
/** Returns the public texts of the fields that have a stand-in text. */
export function textsWithStandIns(text: (key: StandInKey) => string): Record<StandInKey, string> {
  const texts: Partial<Record<StandInKey, string>> = {};
  for (const key of STAND_IN_KEYS) texts[key] = text(key) || LISTING_FIELDS[key].standIn;
  return texts as Record<StandInKey, string>;
}

/** Builds a record with a value for each field. The cast is safe because the loop covers every key. */
export function eachField<Values extends Readonly<Record<FieldKey, unknown>>>(
  of: <Key extends FieldKey>(key: Key) => Values[Key],
): Values {
  const values: Partial<Record<FieldKey, unknown>> = {};
  for (const key of FIELD_KEYS) values[key] = of(key);
  return values as Values;
}

type AnyKey = FieldKey | AttributeKey;
const STATED: Readonly<Record<AnyKey, { label: string; affects?: readonly Effect[] }>> = { ...FIELDS, ...ATTRIBUTES };
/** All stated fields in the order of the form. */
export const STATED_KEYS = [...FIELD_KEYS, ...ATTRIBUTE_KEYS]
  .filter((key) => key !== "homeType" && key !== "yearBuilt")
  .flatMap((key): AnyKey[] => (key === "bathrooms" ? ["bathrooms", "homeType"] : [key]))
  .concat("yearBuilt");

/** The plain fields that renters also see. */
export const PUBLIC_PLAIN_KEYS = PLAIN_KEYS.filter((key) => FIELDS[key].isPrivate !== true);

export const labelOf = (key: AnyKey): string => STATED[key].label;

/** Returns the fields whose change has a given effect. */
export const keysWithEffect = (effect: Effect): readonly AnyKey[] =>
  STATED_KEYS.filter((key) => STATED[key].affects?.includes(effect));

const TEXTS = (["kind", "signals"] as const).map(
  (effect) =>
    [effect, FIELD_KEYS.filter((key) => FIELDS[key].kind === "text" && FIELDS[key].affects?.includes(effect))] as const,
);
/** Returns the landlord's texts that are searched for contradictions about the kind of home, or for signals. */
export function textsToSearch(
  effect: "kind" | "signals",
  stated: Readonly<Partial<Record<FieldKey, unknown>>>,
): OrNone<string>[] {
  const keys = TEXTS.find(([name]) => name === effect)?.[1] ?? [];
  return keys.map((key) => stated[key] as OrNone<string>);
}

/** Returns the value of a field in words for moderators; null if the landlord did not state it. */
export function statedText(key: AnyKey, stated: Partial<StatedFields>): string | null {
  if (key in ATTRIBUTES) return attributeText(key as AttributeKey, stated[key as AttributeKey] ?? null);
  const field = FIELDS[key as FieldKey];
  const value = stated[key];
  if (field.kind === "choice" && field.texts) return field.texts[String(value ?? field.standard)] ?? null;
  return value === null || value === undefined || value === "" ? null : String(value);
}
