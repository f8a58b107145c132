import type { Deps } from "./deps.ts";
import { withoutSecrets } from "./log.ts";

/** Discord takes 2,000 characters, ntfy 4,096 bytes; Slack more. */
const MOST_CHARACTERS = 1_900;
const TIMEOUT_MS = 10_000;

/**
 * The request that one service understands, chosen by the host of its URL:
 * Slack takes `{ text }` with `&`, `<` and `>` escaped (docs.slack.dev, Sending messages using incoming webhooks),
 * Discord `{ content }` (docs.discord.com, Execute Webhook), and ntfy, on ntfy.sh or a server of one's own, plain text
 * with the header Title (docs.ntfy.sh/publish). Other services get what ntfy gets.
 */
function requestFor(url: string, title: string, text: string): { headers: Record<string, string>; body: string } {
  const { hostname } = new URL(url);
  const json = (value: unknown) => ({
    headers: { "content-type": "application/json" },
    body: JSON.stringify(value),
  });
  const both = `${title}\n${text}`;
  if (hostname === "hooks.slack.com")
    return json({ text: both.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") });
  if (hostname === "discord.com" || hostname === "discordapp.com")
    // No mention may ring everybody's phone.
    return json({ content: both, allowed_mentions: { parse: [] } });
  return {
    // A header holds ASCII only.
    headers: { "content-type": "text/plain; charset=utf-8", title: title.replaceAll(/[^\x20-\x7e]/g, "?") },
    body: text,
  };
}

/**
 * Sends a notice to ALERT_WEBHOOK_URL, without mail addresses, tokens and query strings.
 * @returns false when none is configured
 * @throws when the service does not accept it within ten seconds; the error does not contain the URL, which is a secret
 */
export async function sendToWebhook(deps: Deps, subject: string, text: string): Promise<boolean> {
  const url = deps.config.alertWebhookUrl;
  if (url === null) return false;
  const title = withoutSecrets(`[${deps.config.siteName}] ${subject}`);
  const { headers, body } = requestFor(url, title, withoutSecrets(text).slice(0, MOST_CHARACTERS - title.length));
  // Redirects are not followed, because the URL is meant for one service alone.
  const request = {
    method: "POST",
    headers,
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  } as const;
  const status = await deps.fetch(url, request).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    },
    (error: unknown) => (error instanceof Error ? error.name : "no answer"),
  );
  if (typeof status === "string" || status < 200 || status > 299)
    throw new Error(`The alert webhook did not accept a notice: ${status}`);
  return true;
}
