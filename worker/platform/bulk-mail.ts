import { type MailKind, mailRule, type TransportName } from "./mail-kinds.ts";

/**
 * Providers of bulk email that BULK_MAIL_PROVIDER can name. A new provider needs a row here, a transport like {@link
 * ./resend.ts} and a route for its delivery reports.
 */
const BULK_PROVIDERS = {
  resend: {
    /**
     * Time for which the provider recognises an idempotency key, so that an email with an unclear outcome can be sent
     * again (resend.com/docs/dashboard/emails/idempotency-keys: 24 hours, minus one hour as a margin).
     */
    remembersKeysMs: 23 * 3_600_000,
    /**
     * Number of queue messages of one mailing processed at the same time. The provider accepts two requests a second
     * (resend.com/docs/api-reference/rate-limit).
     */
    batches: 1,
  },
} as const satisfies Partial<Record<TransportName, { remembersKeysMs: number; batches: number }>>;

type BulkProviderName = keyof typeof BULK_PROVIDERS;

/** Settings for bulk email. */
export interface BulkMailConfig {
  provider: BulkProviderName | "none";
  /** Address on the provider's own subdomain; null if none is configured. */
  from: string | null;
  /** Maximum number of recipients of a mailing without a provider. */
  limit: number;
}

/** The settings on which bulk email depends. */
interface WithBulkMail {
  isDevelopment: boolean;
  bulkMail: BulkMailConfig;
}

const isBulkProvider = (name: string): name is BulkProviderName => Object.hasOwn(BULK_PROVIDERS, name);

/** Maximum number of recipients of a mailing without a provider, unless BULK_MAIL_LIMIT is set. */
const DEFAULT_LIMIT = 200;

/** The environment variables for bulk email. */
type BulkMailVars = Partial<Record<"BULK_MAIL_PROVIDER" | "BULK_MAIL_FROM" | "BULK_MAIL_LIMIT", string>>;

/**
 * Returns the problems with the bulk-email variables as sentences, or an empty list. A problem stops a deployment, and
 * makes a running worker behave as if there were no provider.
 */
export function bulkMailProblems({ BULK_MAIL_PROVIDER, BULK_MAIL_FROM, BULK_MAIL_LIMIT }: BulkMailVars): string[] {
  const provider = BULK_MAIL_PROVIDER?.trim() || "none";
  const names = ["none", ...Object.keys(BULK_PROVIDERS)].join(", ");
  const isKnown = provider === "none" || isBulkProvider(provider);
  const limit = BULK_MAIL_LIMIT?.trim() ?? "";
  return [
    ...(isKnown ? [] : [`BULK_MAIL_PROVIDER is ${JSON.stringify(provider)}, which is none of: ${names}.`]),
    ...(isBulkProvider(provider) && !BULK_MAIL_FROM?.includes("@")
      ? ["BULK_MAIL_FROM is missing: the sender's address on a subdomain that the provider has verified."]
      : []),
    ...(/^\d*$/.test(limit)
      ? []
      : [`BULK_MAIL_LIMIT is ${JSON.stringify(limit)}, which is not a number of recipients.`]),
  ];
}

/** Parses the environment variables for bulk email. */
export function bulkMailOf({ BULK_MAIL_PROVIDER, BULK_MAIL_FROM, BULK_MAIL_LIMIT }: BulkMailVars): BulkMailConfig {
  const provider = BULK_MAIL_PROVIDER?.trim() ?? "";
  const limit = BULK_MAIL_LIMIT?.trim() ?? "";
  return {
    provider: isBulkProvider(provider) ? provider : "none",
    from: BULK_MAIL_FROM?.includes("@") ? BULK_MAIL_FROM.trim() : null,
    limit: /^\d+$/.test(limit) ? Number(limit) : DEFAULT_LIMIT,
  };
}

/** Returns the provider's row of {@link BULK_PROVIDERS}; null without a provider. */
export const bulkTermsOf = ({ bulkMail: { provider } }: Pick<WithBulkMail, "bulkMail">) =>
  provider === "none" ? null : BULK_PROVIDERS[provider];

/**
 * Returns whether a mailing has too many recipients for Cloudflare Email Service. Its terms allow only transactional
 * email (developers.cloudflare.com/email-service/reference/faq). The limit also applies in development, so that it can
 * be tested.
 */
export const exceedsBulkLimit = ({ bulkMail }: Pick<WithBulkMail, "bulkMail">, recipients: number): boolean =>
  bulkMail.provider === "none" && recipients > bulkMail.limit;

/** Chooses the transport for a kind of email. */
export function transportFor({ isDevelopment, bulkMail }: WithBulkMail, kind: MailKind): TransportName {
  if (isDevelopment) return "mailbox";
  return mailRule(kind).isBulk && bulkMail.provider !== "none" ? bulkMail.provider : "email_service";
}
