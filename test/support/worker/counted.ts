import { env } from "cloudflare:workers";

/** The month in which a test's site starts. */
export const MONTH = "2026-11";

/** Records this many received studio listings by area, in that month. */
export async function listingsIn(areas: Readonly<Record<string, number>>): Promise<void> {
  const insert = env.DB.prepare(
    "INSERT INTO transparency_entries (month, kind, area, bedrooms) VALUES (?, 'received', ?, 'Studio')",
  );
  await env.DB.batch(
    Object.entries(areas).flatMap(([area, count]) => Array.from({ length: count }, () => insert.bind(MONTH, area))),
  );
}
