import { INVALID_EMAIL } from "./text.ts";

/** All error codes: code → HTTP status and the text shown to people. Clients branch on `code`, never on the text. */
export const ERRORS = {
  "request.invalid": [400, "Please check the form and try again."],
  "request.malformed": [400, "The request could not be read."],
  "request.unknown_filter": [400, "Unknown filter."],
  "request.stalled": [408, "The upload was too slow, or stopped. Please try again."],
  "request.too_large": [413, "The request is too large."],
  "request.unsupported_type": [415, "The request must be JSON."],
  "request.foreign_origin": [403, "This request came from another site and was refused."],
  "request.rate_limited": [429, "Too many requests. Please wait a moment and try again."],
  "request.busy": [503, "The service is busy. Please try again in a moment."],
  "request.paused": [503, "We are getting unusually many of these right now. Please try again later."],
  "site.restoring": [503, "The site is being repaired. Please try again in a few minutes."],
  "request.banned": [403, "You can no longer post from this network."],
  "route.not_found": [404, "Not found."],
  "demo.closed": [403, "This is a demonstration. It takes no sign-ups, listings or posts."],
  "session.required": [401, "Please log in."],
  "session.wrong_admin_password": [401, "Incorrect password. Please try again."],
  "session.invalid_link": [404, "This login link is no longer valid. Please ask for a new one."],
  "session.not_configured": [503, "Logging in is not set up on this server."],
  "session.secret_changed": [503, "This does not work at the moment. Please try again later."],
  "listing.not_found": [404, "Listing not found"],
  "listing.missing_fields": [400, "Please fill in all required fields."],
  "listing.missing_contact": [400, "Both email and phone number are required."],
  "listing.invalid_email": [400, INVALID_EMAIL],
  "listing.email_in_address": [400, "Please leave your e-mail out of the address: everybody reads it."],
  "listing.no_street_number": [400, "Please include the street number or the nearest intersection."],
  "listing.outside_area": [400, "Only homes in Toronto and the Greater Toronto Area."],
  "listing.invalid": [400, "Please check the highlighted fields."],
  "listing.too_many_photos": [400, "You can upload a maximum of 5 images per listing."],
  "listing.photo_too_large": [400, "A photo exceeds the 5MB limit and was not added."],
  "listing.photo_type": [400, "Only PNG, JPG and JPEG images can be added."],
  "listing.photo_unreadable": [400, "Failed to load image"],
  "listing.photo_foreign": [400, "A photo address does not belong to this listing."],
  "listing.search_too_short": [400, "Please type at least 3 characters, or the number of a listing."],
  "listing.no_contact": [409, "A listing without a phone number cannot be approved."],
  "listing.gone_for_good": [409, "This listing was deleted by its landlord, or too long ago, and cannot be restored."],
  "listing.closed": [409, "This listing was rented or deleted and cannot be changed."],
  "listing.changed": [409, "The listing was changed meanwhile. Please reload it."],
  "listing.renewed_today": [409, "This listing was renewed today. It can be renewed again tomorrow."],
  "decision.not_found": [404, "There is no such decision."],
  "decision.too_late": [409, "A decision can be undone for two minutes. This one is older."],
  "decision.overtaken": [409, "This was changed after the decision, so it stays as it is."],
  "place.outside": [400, "The pin must lie in the Greater Toronto Area."],
  "owner.invalid_link": [404, "This link is no longer valid."],
  "owner.invalid_deletion_link": [404, "Invalid deletion link"],
  "owner.cannot_renew": [409, "Only a published or expired listing can be renewed."],
  "subscriber.missing_email": [400, "Please enter your email address."],
  "subscriber.invalid_email": [400, INVALID_EMAIL],
  "never.invalid_link": [404, "This link is no longer valid."],
  "subscriber.invalid_link": [404, "This link is no longer valid."],
  "subscriber.invalid_preferences": [400, "Please check the highlighted fields."],
  "access.wrong_code": [401, "That code is not right, or it has expired."],
  "privacy.invalid_link": [404, "This link is no longer valid."],
  "privacy.vip_active": [409, "Please cancel your VIP access first, so that you are not charged for it any more."],
  "digest.not_found": [404, "There is no such edition."],
  "digest.not_paused": [409, "This edition is not paused."],
  "vip.not_configured": [503, "Payments are not set up on this server."],
  "vip.invalid_signature": [400, "The signature does not match."],
  "vip.test_event": [400, "Test-mode events are not accepted."],
  "session.wrong_stats_password": [401, "Invalid password"],
  "market.not_found": [404, "There is no such benchmark."],
  "market.changed": [409, "The benchmark was changed meanwhile. Please look at it again."],
  "market.checked": [409, "A figure in force can be checked once. Please enter a newer one."],
  "market.only_one": [409, "The City's only benchmark of a type cannot be deleted. Correct it instead."],
  "advertisement.missing_title": [400, "Advertisement title is required."],
  "advertisement.missing_link": [400, "Advertisement link is required."],
  "advertisement.invalid": [400, "Please check the highlighted fields."],
  "report.not_found": [404, "Report not found."],
  "forum.deleted": [409, "This was deleted. Bring it back first."],
  "forum.deleted_by_author": [409, "Its author deleted this. It stays deleted."],
  "forum.author_not_found": [404, "There is no such author."],
  "ban.not_found": [404, "There is no such ban."],
  "ban.invalid_address": [400, "Please enter one full IP address or a range."],
  "ban.confirm_wide": [409, "This range is wide. Please confirm the ban."],
  "forum.invalid": [400, "Please check the highlighted fields."],
  "forum.wrong_parent": [400, "That comment belongs to another discussion."],
  "forum.identity_required": [401, "We could not tell who you are. Please reload the page and try again."],
  "forum.not_author": [403, "Only its author can change this."],
  "forum.thread_not_found": [404, "This discussion was not found. It may have been deleted."],
  "forum.comment_not_found": [404, "This comment was not found. It may have been deleted."],
  "forum.locked": [409, "This discussion is locked."],
  "forum.repeated": [409, "This has been posted already. Please write something new."],
  "forum.parent_deleted": [409, "The comment you are replying to was deleted."],
  "follow.invalid_link": [404, "This link is no longer valid."],
  "mail.invalid_header": [400, "A mail field contains a line break."],
  "mail.not_found": [404, "Message not found."],
  "cache.refused": [503, "Cloudflare refuses to empty its cache now. Please try again in a moment."],
  "server.failed": [500, "Something went wrong. Please try again."],
  "server.unavailable": [503, "The service is unavailable. Please try again in a moment."],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** Error messages by form field. */
export type FieldErrors = Record<string, string>;

/** Body of every error response. `error` and `message` are the same text. */
export interface ErrorBody {
  error: string;
  message: string;
  code: ErrorCode;
  /** Only for validation. */
  fields?: FieldErrors;
  /** Only for `ban.confirm_wide`: visitor sessions of the last 30 days in the range. */
  visitors?: number;
}
