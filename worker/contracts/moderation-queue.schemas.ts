import {
  bulkApproval,
  bulkDecision,
  bulkRejection,
  listingConfirmation,
  listingRejection,
  listingRemoval,
  listingStatusChange,
} from "./decisions.schemas.ts";
import * as queue from "./moderation-queue.ts";
import { declare, json, optionalJson } from "./operation-rules.ts";

export const queueRules = declare(queue, {
  listQueue: { access: "reader" },
  getAdminListing: { access: "reader" },
  getListingContext: { access: "reader" },
  editAdminListing: { access: "moderator", body: { kind: "form" } },
  deleteListing: { access: "moderator", query: listingRemoval },
  restoreListing: { access: "moderator" },
  confirmListing: { access: "moderator", body: optionalJson(listingConfirmation) },
  rejectListing: { access: "moderator", body: json(listingRejection) },
  setListingStatus: { access: "moderator", body: json(listingStatusChange) },
  approveListings: { access: "moderator", body: json(bulkApproval) },
  rejectListings: { access: "moderator", body: json(bulkRejection) },
  decideOnListings: { access: "moderator", body: json(bulkDecision) },
});
