import { type SQL, sql } from "drizzle-orm";

/** Columns of a listing that a search has a condition or an order on, as an index of its own holds them: by id. */
export const SEARCHED =
  `id expires_at first_approved_at bedrooms rent_cents below_market_percent awaits_confirmation bathrooms home_type
  municipality neighbourhood closest_subway_station subway_lines distance_to_subway is_rent_controlled rent_control_confidence
  move_in_date pets parking laundry utilities_included furnished lease_months latitude longitude`
    .split(/\s+/)
    .map((column) => sql.raw(column)) as [SQL, ...SQL[]];
