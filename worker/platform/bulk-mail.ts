import { type MailKind, mailRule, type TransportName } from "./mail-kinds.ts";

/**
 * Providers of bulk mail that BULK_MAIL_PROVIDER can name. A new one needs a row here, a transport like
 * {@link ./resend.ts} and a route for its delivery reports.
 */
const BULK_PROVIDERS = {
  resend: {
    /**
     * Time for which the provider recognises an idempotency key, so that a mail whose outcome is unclear can be sent
     * again (resend.com/docs/dashboard/emails/idempotency-keys: 24 hours), less a margin of one hour.
     */
    remembersKeysMs: 23 * 3_600_000,
    /**
     * Queue messages of one mailing served at a time, because the provider accepts two requests a second
     * (resend.com/docs/api-reference/rate-limit).
     */
    batches: 1,
  },
} as const satisfies Partial<Record<TransportName, { remembersKeysMs: number; batches: number }>>;

type BulkProviderName = keyof typeof BULK_PROVIDERS;

/** Settings for mail to whole lists. */
export interface BulkMailConfig {
  provider: BulkProviderName | "none";
  /** Address on the provider's own subdomain; null when none is given. */
  from: string | null;
  /** Maximum recipients of a mailing without a provider. */
  limit: number;
}

/** The part of the configuration that bulk mail depends on. */
interface WithBulkMail {
  isDevelopment: boolean;
  bulkMail: BulkMailConfig;
}

const isBulkProvider = (name: string): name is BulkProviderName => Object.hasOwn(BULK_PROVIDERS, name);

/** Maximum recipients of a mailing without a provider, unless BULK_MAIL_LIMIT says otherwise. */
const DEFAULT_LIMIT = 200;

/** The vars about bulk mail. */
type BulkMailVars = Partial<Record<"BULK_MAIL_PROVIDER" | "BULK_MAIL_FROM" | "BULK_MAIL_LIMIT", string>>;

/**
 * Returns the problems with the bulk-mail vars as sentences, or an empty list. If there is a problem, deployment is
 * refused, and a running worker behaves as if there were no provider.
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
    ...(/^\d*$/.test(limit) ? [] : [`BULK_MAIL_LIMIT is ${JSON.stringify(limit)}, which is no number of recipients.`]),
  ];
}

/** The parsed vars about bulk mail. */
export function bulkMailOf({ BULK_MAIL_PROVIDER, BULK_MAIL_FROM, BULK_MAIL_LIMIT }: BulkMailVars): BulkMailConfig {
  const provider = BULK_MAIL_PROVIDER?.trim() ?? "";
  const limit = BULK_MAIL_LIMIT?.trim() ?? "";
  return {
    provider: isBulkProvider(provider) ? provider : "none",
    from: BULK_MAIL_FROM?.includes("@") ? BULK_MAIL_FROM.trim() : null,
    limit: /^\d+$/.test(limit) ? Number(limit) : DEFAULT_LIMIT,
  };
}

/** The provider's terms; null without one. */
export const bulkTermsOf = ({ bulkMail: { provider } }: Pick<WithBulkMail, "bulkMail">) =>
  provider === "none" ? null : BULK_PROVIDERS[provider];

/**
 * Returns whether a mailing has too many recipients for Cloudflare Email Service, whose terms allow only transactional
 * mail (developers.cloudflare.com/email-service/reference/faq). Also applies in development, so that it can be tested.
 */
export const exceedsBulkLimit = ({ bulkMail }: Pick<WithBulkMail, "bulkMail">, recipients: number): boolean =>
  bulkMail.provider === "none" && recipients > bulkMail.limit;

/** Chooses the transport for mails of a kind. */
export function transportFor({ isDevelopment, bulkMail }: WithBulkMail, kind: MailKind): TransportName {
  if (isDevelopment) return "mailbox";
  return mailRule(kind).isBulk && bulkMail.provider !== "none" ? bulkMail.provider : "email_service";
}
