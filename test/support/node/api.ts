import { inject } from "vitest";
import type { PublicListing, Submitted } from "../../../worker/contracts/listings.ts";
import { photoFile } from "./person.ts";
import { ADMIN_PASSWORD } from "./server.ts";

let cookie: string | undefined;

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(inject("siteUrl") + path, {
    method,
    headers: { "content-type": "application/json", ...(cookie && { cookie }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** A photo as a data URL for a submission. */
export async function photoDataUrl(background: string): Promise<string> {
  return `data:image/jpeg;base64,${(await photoFile("photo.jpg", { background })).buffer.toString("base64")}`;
}

/** Submits a unit as a landlord with default values. @returns its id */
export async function submitUnit(changes: Record<string, unknown> = {}): Promise<number> {
  const draft = {
    address: "85 Main Street, Toronto, ON",
    rent: "$1,850",
    moveInDate: "2027-02-01",
    bedrooms: "1 Bedroom",
    bathrooms: "1",
    email: "landlord@example.com",
    phone: "416-555-0123",
    additionalInfo: "Bright unit on a quiet street.",
    images: [],
    ...changes,
  };
  const { id } = (await (await call("POST", "/api/property-listings", draft)).json()) as Submitted;
  return id;
}

async function beModerator(): Promise<void> {
  cookie ??= (await call("POST", "/api/admin/login", { password: ADMIN_PASSWORD })).headers
    .get("set-cookie")
    ?.split(";")[0];
}

/** Dismisses all open reports, for tests that count reports. */
export async function dismissReports(): Promise<void> {
  await beModerator();
  const reports = (await (await call("GET", "/api/admin/reports?limit=100")).json()) as { id: number }[];
  for (const { id } of reports) await call("DELETE", `/api/admin/reports/${id}`);
}

/** Approves a unit as a moderator would. */
export async function approveUnit(id: number): Promise<void> {
  await beModerator();
  await call("PATCH", `/api/admin/listings/${id}/status`, { approved: true });
}

/** Publishes a unit. */
export async function publishUnit(changes: Record<string, unknown> = {}): Promise<PublicListing> {
  const id = await submitUnit(changes);
  await approveUnit(id);
  return (await (await call("GET", `/api/marketplace-listings/${id}`)).json()) as PublicListing;
}

/** Pins a public unit as a moderator and returns it with the resulting facts. */
export async function pinUnit(id: number, place: { latitude: number; longitude: number }): Promise<PublicListing> {
  await beModerator();
  await call("PUT", `/api/admin/listings/${id}/place`, place);
  return (await (await call("GET", `/api/marketplace-listings/${id}`)).json()) as PublicListing;
}
