import type { AdminListing, PublicListing, Submitted } from "../../../worker/contracts/listings.ts";
import { json, type Site } from "./site.ts";

/** Returns a valid submission with default values. */
export function draft(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    address: "85 Main Street, Toronto, ON M4E 2V6",
    rent: "$1,850",
    moveInDate: "2026-12-01",
    bedrooms: "1 Bedroom",
    bathrooms: "1",
    email: "landlord@example.com",
    phone: "416-555-0123",
    additionalInfo: "Bright apartment on a quiet street.",
    images: [],
    ...changes,
  };
}

/** Submits a unit and returns its id. */
export async function submit(site: Site, changes: Record<string, unknown> = {}): Promise<number> {
  const response = await site.fetch("/api/submit-property", { json: draft(changes) });
  const answer = await json<Submitted>(response);
  if (response.status !== 201) throw new Error(`Submission refused: ${JSON.stringify(answer)}`);
  return answer.id;
}

/** Approves a listing, with the confirmation that a scam sign requires, or withdraws the approval. */
export async function approve(site: Site, id: number, approved = true): Promise<AdminListing> {
  const change = { approved, confirmScam: true };
  return json(
    site.fetch(`/api/admin/listings/${id}/status`, { method: "PATCH", json: change, as: await site.logIn() }),
  );
}

/** Edits a listing as a moderator. */
export async function change(site: Site, id: number, edit: Record<string, unknown>): Promise<AdminListing> {
  return json(site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: edit, as: await site.logIn() }));
}

/** Submits and approves a unit. @returns the public listing */
export async function publish(site: Site, changes: Record<string, unknown> = {}): Promise<PublicListing> {
  const id = await submit(site, changes);
  await approve(site, id);
  return json(site.fetch(`/api/marketplace-listings/${id}`));
}

/** Reads a public listing. */
export const readPublic = (site: Site, id: number): Promise<PublicListing> =>
  json(site.fetch(`/api/marketplace-listings/${id}`));
