import { factsOf, isClosed, isPublic, type Life, TERM_MS, type Unit, UNDO_MS } from "./listing-life.ts";
import type { Site } from "./site.ts";

/** A request with its expected status and effect. */
export interface Prediction {
  call: Parameters<Site["fetch"]>;
  status: number;
  change?: Partial<Unit>;
  audit?: { actor: "admin" | "owner"; action: string; targetId?: number };
  also?: (life: Life) => void;
}

/** `as` is a moderator's cookie; `detail` selects a variant of the action. */
type Predict = (life: Life, unit: Unit, detail: number, as: string) => Prediction;

const pick = <Value>(values: readonly Value[], detail: number): Value => values[detail % values.length] as Value;

/** Edits. Address, rent, bedrooms and phone are facts that renters rely on. The description is not. */
const EDITS: readonly Partial<Unit>[] = [
  { rent: "$1,700" },
  { rent: "$1,850" },
  { bedrooms: "2 Bedrooms" },
  { bedrooms: "1 Bedroom" },
  { address: "9 Elm St, Toronto, ON" },
  { additionalInfo: "New kitchen." },
  { additionalInfo: null },
  { phone: null },
  { phone: "416-555-0199" },
  {},
];
/** Index of the edit that removes the phone number, to be passed as `detail`. */
export const WITHOUT_PHONE = EDITS.findIndex(({ phone }) => phone === null);
const KEY_FACTS = ["address", "rent", "bedrooms", "phone"] as const;

function edited(unit: Unit, detail: number, actor: "admin" | "owner"): Omit<Prediction, "call"> & { json: object } {
  const edit = pick(EDITS, detail);
  // Forms remove a value by sending an empty text.
  const json = Object.fromEntries(Object.entries(edit).map(([field, value]) => [field, value ?? ""]));
  if (unit.status === "deleted") return { json, status: 404 };
  if (unit.status === "rented") return { json, status: 409 };
  if (unit.status === "approved" && edit.phone === null) return { json, status: 409 };
  const change = Object.fromEntries(
    Object.entries(edit).filter(([field, value]) => value !== unit[field as keyof Unit]),
  ) as Partial<Unit>;
  if (Object.keys(change).length === 0) return { json, status: 200 };
  const needsReview = actor === "owner" && (unit.status === "rejected" || KEY_FACTS.some((field) => field in change));
  return {
    json,
    status: 200,
    change: {
      ...change,
      ...(needsReview && { status: "pending" }),
      ...(actor === "admin" && unit.approved && { approved: factsOf({ ...unit, ...change }) }),
    },
    audit: { actor, action: "listing.edit" },
  };
}

const REASONS = ["The photos show another building.", "Nobody answers the phone."];
const NETWORKS = ["198.51.100.4", "198.51.100.5"];
const torontoDay = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Toronto", dateStyle: "short" });

/** Actions of moderators, landlords and renters with their expected results (docs/product.md, Listings). */
export const ACTIONS = {
  approve: ({ now }, unit, _, as) => {
    const call: Prediction["call"] = [
      `/api/admin/listings/${unit.id}/status`,
      { method: "PATCH", json: { approved: true }, as },
    ];
    if (isClosed(unit)) return { call, status: 409 };
    const approved = factsOf(unit);
    if (isPublic(unit, now)) {
      const isChanged = JSON.stringify(approved) !== JSON.stringify(unit.approved);
      return {
        call,
        status: 200,
        ...(isChanged && { change: { approved }, audit: { actor: "admin", action: "listing.accept_changes" } }),
      };
    }
    if (unit.phone === null) return { call, status: 409 };
    return {
      call,
      status: 200,
      change: {
        approved,
        status: "approved",
        firstApprovedAt: unit.firstApprovedAt ?? now,
        expiresAt: now + TERM_MS,
        rejectionReason: null,
      },
      audit: { actor: "admin", action: "listing.approve" },
    };
  },
  unapprove: (_, unit, __, as) => {
    const call: Prediction["call"] = [
      `/api/admin/listings/${unit.id}/status`,
      { method: "PATCH", json: { approved: false }, as },
    ];
    if (isClosed(unit)) return { call, status: 409 };
    if (unit.status !== "approved") return { call, status: 200 };
    return {
      call,
      status: 200,
      change: { status: "pending" },
      audit: { actor: "admin", action: "listing.unapprove" },
    };
  },
  reject: (_, unit, detail, as) => {
    const reason = pick(REASONS, detail);
    const call: Prediction["call"] = [`/api/admin/listings/${unit.id}/reject`, { json: { reason }, as }];
    if (isClosed(unit)) return { call, status: 409 };
    if (unit.status === "rejected" && unit.rejectionReason === reason) return { call, status: 200 };
    return {
      call,
      status: 200,
      change: { status: "rejected", rejectionReason: reason },
      audit: { actor: "admin", action: "listing.reject" },
    };
  },
  editAsModerator: (_, unit, detail, as) => {
    const { json, ...outcome } = edited(unit, detail, "admin");
    return { call: [`/api/admin/listings/${unit.id}`, { method: "PATCH", json, as }], ...outcome };
  },
  deleteAsModerator: ({ now }, unit, _, as) => {
    const call: Prediction["call"] = [`/api/admin/listings/${unit.id}`, { method: "DELETE", as }];
    if (unit.status === "deleted") return { call, status: 404 };
    return {
      call,
      status: 200,
      change: { status: "deleted", deletedAt: now, deletedBy: "admin", deletedFrom: unit.status },
      audit: { actor: "admin", action: "listing.delete" },
    };
  },
  restore: ({ now }, unit, _, as) => {
    const call: Prediction["call"] = [`/api/admin/listings/${unit.id}/restore`, { method: "POST", as }];
    if (unit.status !== "deleted") return { call, status: 200 };
    if (unit.deletedBy !== "admin" || now - (unit.deletedAt ?? 0) >= UNDO_MS) return { call, status: 409 };
    return {
      call,
      status: 200,
      change: {
        status: unit.deletedFrom === "rented" ? "rented" : "pending",
        deletedAt: null,
        deletedBy: null,
        deletedFrom: null,
      },
      audit: { actor: "admin", action: "listing.restore" },
    };
  },
  editAsOwner: (_, unit, detail) => {
    const { json, ...outcome } = edited(unit, detail, "owner");
    return { call: [`/api/manage/${unit.manage}`, { method: "PATCH", json }], ...outcome };
  },
  renew: ({ now }, unit) => {
    const call: Prediction["call"] = [`/api/manage/${unit.manage}/renew`, { method: "POST" }];
    if (unit.status === "deleted") return { call, status: 404 };
    if (unit.status !== "approved" && unit.status !== "expired") return { call, status: 409 };
    // A renewal publishes an expired listing again, which requires a phone number.
    if (unit.phone === null) return { call, status: 409 };
    const renewedOn = torontoDay.format(now);
    if (unit.renewedOn === renewedOn) return { call, status: 409 };
    return {
      call,
      status: 200,
      change: { status: "approved", expiresAt: now + TERM_MS, renewedOn },
      audit: { actor: "owner", action: "listing.renew" },
    };
  },
  markAsRented: (_, unit) => {
    const call: Prediction["call"] = [`/api/manage/${unit.manage}/rented`, { method: "POST" }];
    if (unit.status === "deleted") return { call, status: 404 };
    if (unit.status === "rented") return { call, status: 200 };
    return { call, status: 200, change: { status: "rented" }, audit: { actor: "owner", action: "listing.rented" } };
  },
  deleteAsOwner: ({ now }, unit, detail) => {
    const path = pick([`/api/delete/${unit.remove}`, `/api/manage/${unit.manage}`], detail);
    const call: Prediction["call"] = [path, { method: "DELETE" }];
    if (unit.status === "deleted") return { call, status: 404 };
    return {
      call,
      status: 200,
      change: { status: "deleted", deletedAt: now, deletedBy: "owner" },
      audit: { actor: "owner", action: "listing.remove" },
    };
  },
  report: ({ now, reported }, unit, detail) => {
    const network = pick(NETWORKS, detail);
    const call: Prediction["call"] = [
      "/api/report-property",
      { json: { propertyId: unit.id, reason: "SCAM" }, headers: { "cf-connecting-ip": network } },
    ];
    if (!isPublic(unit, now)) return { call, status: 404 };
    const key = `${unit.id} ${network} ${torontoDay.format(now)}`;
    if (reported.has(key)) return { call, status: 200 };
    return {
      call,
      status: 200,
      also: (life) => {
        life.reported.add(key);
        life.openReports.push({ unit, id: null });
      },
    };
  },
  dismiss: ({ openReports }, _, detail, as) => {
    const report = openReports[detail % Math.max(1, openReports.length)];
    const id = report?.id ?? 1_000_000;
    const call: Prediction["call"] = [`/api/admin/reports/${id}`, { method: "DELETE", as }];
    if (!report) return { call, status: 404 };
    return {
      call,
      status: 200,
      audit: { actor: "admin", action: "report.dismiss", targetId: id },
      also: (life) => void life.openReports.splice(life.openReports.indexOf(report), 1),
    };
  },
} satisfies Record<string, Predict>;
export type ActionName = keyof typeof ACTIONS;

/** The same request without permission: no cookie, a forged one, another landlord's link, or another origin. */
export function withoutPermission(
  name: ActionName,
  life: Life,
  unit: Unit,
  detail: number,
  as: string,
): Prediction | null {
  const { call }: Prediction = ACTIONS[name](life, unit, detail, as);
  const [path, options] = call;
  if (options?.as) {
    const trick = pick(["nobody", "forged", "foreign"] as const, detail);
    if (trick === "foreign") {
      return { call: [path, { ...options, headers: { origin: "https://evil.example" } }], status: 403 };
    }
    const forged = as.replace(/[a-z2-7]$/, (last) => (last === "a" ? "b" : "a"));
    return { call: [path, { ...options, as: trick === "nobody" ? "" : forged }], status: 401 };
  }
  const [wrong, right] = path.includes(unit.manage) ? [unit.remove, unit.manage] : [unit.manage, unit.remove];
  if (!path.includes(right)) return null;
  const flipped = right.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
  const token = pick([wrong, flipped, right.replace(/^\d+/, (id) => String(Number(id) + 1))], detail);
  return { call: [path.replace(right, token), options], status: 404 };
}
