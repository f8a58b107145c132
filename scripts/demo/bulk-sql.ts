import { LISTING_LIFETIME_DAYS } from "../../worker/contracts/listings.ts";

const DAY = 24 * 60 * 60 * 1000;
/** Number of days over which approvals are spread: few enough that no row has expired. */
const SPREAD_DAYS = 55;

const TYPES = [
  "Studio",
  "1 Bedroom",
  "1 Bedroom",
  "2 Bedrooms",
  "2 Bedrooms",
  "3 Bedrooms",
  "4+ Bedrooms",
  "Private Room",
];
const BATHROOMS = ["1", "1", "1", "1.5", "2", "2.5", "3+"];
/** Real streets, spelled as addressKey() spells them, except for capitals. */
const STREETS = [
  "Queen St W",
  "Dundas St W",
  "Bathurst St",
  "Dufferin St",
  "Keele St",
  "Jane St",
  "Weston Rd",
  "Eglinton Ave E",
  "Lawrence Ave E",
  "Sheppard Ave W",
  "Finch Ave E",
  "Kingston Rd",
  "Danforth Ave",
  "Gerrard St E",
  "Broadview Ave",
  "Coxwell Ave",
  "Woodbine Ave",
  "Birchmount Rd",
  "Kennedy Rd",
  "Markham Rd",
  "Islington Ave",
  "Kipling Ave",
  "Royal York Rd",
];
const DISTRICTS = ["Toronto", "North York", "Scarborough", "Etobicoke", "East York", "York"];
const NAMES = ["Alex", "Bea", "Chris", "Dana", "Eli", "Fran", "Gale", "Hao", "Imani", "Jo"];
const SENTENCES = [
  "Quiet unit at the back of the building, looking at trees.",
  "Heat and water are included, hydro is extra.",
  "Close to a streetcar stop and a supermarket.",
  "The kitchen is older and everything in it works.",
  "Laundry in the basement, coin-operated.",
];

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
/** SQL that picks an item of a list by a number. */
const item = (items: readonly string[], number: string) =>
  `json_extract(${quoted(JSON.stringify(items))}, '$[' || ((${number}) % ${items.length}) || ']')`;

/**
 * Returns a statement that inserts `count` generated listings for measurements. Rows differ by the numbers `from` …
 * `from + count − 1`. The numbers must not repeat, because they form the unique photo prefix. Benchmarks come from
 * market_benchmarks.
 * @param nowMs milliseconds; approvals are spread over the 55 days before this time
 */
export function bulkInsertSql(
  from: number,
  count: number,
  nowMs: number,
  status: "approved" | "pending" = "approved",
): string {
  for (const value of [from, count, nowMs]) {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError("Bulk numbers must be whole and not negative.");
  }
  if (count === 0) throw new RangeError("Bulk rows: at least one.");
  return `
INSERT INTO listings (
  status, address, address_key, municipality, rent, rent_cents, move_in_date, bedrooms, bathrooms, email, phone,
  additional_info, landlord_name, utilities_included, photo_prefix, submitted_at, first_approved_at, approved_at, updated_at,
  expires_at, compared_percent, below_market_percent, says_kind, market_rent_cents, market_source, market_as_of, market_area,
  market_kind, market_method, market_is_estimate
)
WITH RECURSIVE
  numbers(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${from + count - 1}),
  -- Knuth's multiplicative hash spreads neighbouring numbers over 32 bits.
  mixed AS (SELECT n, (n * 2654435761) % 4294967296 AS h FROM numbers),
  -- With max(), SQLite takes the other columns from the row of the newest month.
  market AS (
    SELECT bedrooms, rent_cents, source, kind, method, is_estimate, max(as_of) AS as_of
    FROM market_benchmarks WHERE area = 'Toronto' GROUP BY bedrooms
  ),
  units AS (
    SELECT n, h, 1 + (h / 64) % 2999 AS number,
      ${item(TYPES, "h / 8")} AS bedrooms,
      ${item(STREETS, "h / 1024")} AS street,
      ${item(DISTRICTS, "h / 4096")} AS district,
      ${nowMs} - (h / 7) % ${SPREAD_DAYS * DAY} AS approved
    FROM mixed
  ),
  priced AS (
    SELECT units.*, market.rent_cents AS market_cents, market.source, market.as_of, market.kind, market.method,
      market.is_estimate,
      -- 2 to 31 per cent below the market, in steps of five dollars.
      (market.rent_cents * (69 + (h / 16) % 30) / 100 / 500) * 500 AS cents
    FROM units JOIN market USING (bedrooms)
  )
SELECT
  '${status}', number || ' ' || street || ', ' || district || ', ON', lower(number || ' ' || street), district,
  printf('$%,d', cents / 100), cents, date((${nowMs} / 1000) + (h % 60) * 86400, 'unixepoch'), bedrooms,
  ${item(BATHROOMS, "h / 32")}, 'bulk-' || n || '@example.com', printf('416-555-01%02d', n % 100),
  ${item(SENTENCES, "h / 3")} || ' ' || ${item(SENTENCES, "h / 3 + 2")},
  ${item(NAMES, "h / 5")}, n % 2, printf('b%031x', n),
  approved - ${DAY / 2}, approved, approved, approved, approved + ${LISTING_LIFETIME_DAYS * DAY},
  percent, percent, 1, market_cents, source, as_of, 'Toronto', kind, method, is_estimate
FROM (SELECT priced.*, CAST(round((market_cents - cents) * 100.0 / market_cents) AS INTEGER) AS percent FROM priced)`;
}
