import { inject } from "vitest";
import type { AdminListing, PublicListing, Submitted } from "../../../worker/contracts/listings.ts";
import { photoFile } from "./person.ts";
import { ADMIN_PASSWORD } from "./server.ts";

/** Moderators' cookies, by site. */
const cookies = new Map<string, string>();

async function call(method: string, path: string, body?: unknown, siteUrl = inject("siteUrl")): Promise<Response> {
  const send = () => {
    const cookie = cookies.get(siteUrl);
    return fetch(siteUrl + path, {
      method,
      headers: { "content-type": "application/json", ...(cookie !== undefined && { cookie }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  };
  let response = await send();
  // A test in another file may have ended all sessions.
  if (response.status === 401 && cookies.delete(siteUrl)) {
    await beModerator(siteUrl);
    response = await send();
  }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** Returns a photo as a data URL for a submission. */
export async function photoDataUrl(background: string): Promise<string> {
  return `data:image/jpeg;base64,${(await photoFile("photo.jpg", { background })).buffer.toString("base64")}`;
}

/** Submits a unit as a landlord with default values. @returns its id */
export async function submitUnit(changes: Record<string, unknown> = {}, siteUrl = inject("siteUrl")): Promise<number> {
  const draft = {
    address: "85 Main Street, Toronto, ON",
    rent: "$1,850",
    moveInDate: "2027-02-01",
    bedrooms: "1 Bedroom",
    bathrooms: "1",
    email: "landlord@example.com",
    phone: "416-555-0123",
    additionalInfo: "Bright apartment on a quiet street.",
    images: [],
    ...changes,
  };
  const { id } = (await (await call("POST", "/api/property-listings", draft, siteUrl)).json()) as Submitted;
  return id;
}

async function beModerator(siteUrl = inject("siteUrl")): Promise<void> {
  if (cookies.has(siteUrl)) return;
  const { headers } = await call("POST", "/api/admin/login", { password: ADMIN_PASSWORD }, siteUrl);
  cookies.set(siteUrl, headers.get("set-cookie")?.split(";")[0] ?? "");
}

/** Dismisses all open reports, for tests that count reports. */
export async function dismissReports(): Promise<void> {
  await beModerator();
  const reports = (await (await call("GET", "/api/admin/reports?limit=100")).json()) as { id: number }[];
  for (const { id } of reports) await call("DELETE", `/api/admin/reports/${id}`);
}

/** Approves a unit as a moderator would. */
export async function approveUnit(id: number, siteUrl = inject("siteUrl")): Promise<void> {
  await beModerator(siteUrl);
  await call("PATCH", `/api/admin/listings/${id}/status`, { approved: true, confirmScam: true }, siteUrl);
}

/** Deletes a listing as a moderator. */
export async function deleteUnit(id: number): Promise<void> {
  await beModerator();
  await call("DELETE", `/api/admin/listings/${id}`);
}

/** Deletes all listings of a street. Otherwise they would push the listings of other tests off the first page. */
export async function deleteStreet(name: string): Promise<void> {
  await beModerator();
  const found = await call("GET", `/api/admin/listings?q=${encodeURIComponent(name)}&limit=100`);
  for (const { id } of (await found.json()) as AdminListing[]) await deleteUnit(id);
}

/** Publishes a unit. */
export async function publishUnit(
  changes: Record<string, unknown> = {},
  siteUrl = inject("siteUrl"),
): Promise<PublicListing> {
  const id = await submitUnit(changes, siteUrl);
  await approveUnit(id, siteUrl);
  return (await (await call("GET", `/api/marketplace-listings/${id}`, undefined, siteUrl)).json()) as PublicListing;
}

/** Pins a public unit as a moderator and returns it with the resulting facts. */
export async function pinUnit(
  id: number,
  place: { latitude: number; longitude: number },
  siteUrl = inject("siteUrl"),
): Promise<PublicListing> {
  await beModerator(siteUrl);
  await call("PUT", `/api/admin/listings/${id}/place`, place, siteUrl);
  return (await (await call("GET", `/api/marketplace-listings/${id}`, undefined, siteUrl)).json()) as PublicListing;
}
