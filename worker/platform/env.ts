/** Secrets, which a deployment may lack; `wrangler types` knows their names from .dev.vars.example. */
type Secret = "ADMIN_PASSWORD" | "STATS_PASSWORD" | "SESSION_SECRET" | "STRIPE_WEBHOOK_SECRET";

/** The bindings of wrangler.toml and the secrets (worker-configuration.d.ts). Only `makeDeps` reads it. */
export interface Env extends Omit<Bindings, Secret>, Partial<Pick<Bindings, Secret>> {
  STRIPE_SECRET_KEY?: string;
  HEARTBEAT_URL?: string;
  SESSION_SECRET_PREVIOUS?: string;
  ALERT_WEBHOOK_URL?: string;
  RESEND_API_KEY?: string;
  RESEND_WEBHOOK_SECRET?: string;
}
