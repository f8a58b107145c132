import { ALERT_HOUR, SEARCHES_PER_ADDRESS, STILL_LOOKING_DAYS } from "../../contracts/alerts.ts";
import type { Deps } from "../../platform/deps.ts";
import { layOutCountedMail, layOutMail, type MailLinks, YOUR_EMAILS } from "../../platform/mail-layout.ts";
import type { Mail } from "../../platform/mail.ts";
import type { AlertReader, SavedSearch } from "./alerts.table.ts";
import { summaryOf } from "./saved-search.ts";

/** Version of the emailed links. It never changes, because deleting an email address revokes its links. */
export const LINK_VERSION = 1;

const REASON = "You get this email because this address was entered with a search on our site.";

const pageOf = ({ config }: Deps, token: string) => `${config.siteUrl}/alerts/${token}`;

/**
 * Returns the link for an email about one saved search. The link can confirm or stop that search. It opens the
 * recipient's other searches even after that search is deleted.
 */
export const searchLink = async (deps: Deps, { id: secondId, readerId }: Pick<SavedSearch, "id" | "readerId">) =>
  pageOf(deps, await deps.tokens.mintForTwo("alert", { id: readerId, version: LINK_VERSION, secondId }));

/** Creates the links for emails about a recipient's saved searches. */
export async function alertLinks(deps: Deps, readerId: number): Promise<MailLinks> {
  const [page, stop] = await Promise.all(
    (["alerts", "alerts_stop"] as const).map(async (purpose) =>
      pageOf(deps, await deps.tokens.mint(purpose, readerId, LINK_VERSION)),
    ),
  );
  return {
    page: page ?? "",
    stop: stop ?? "",
    headers: { "List-Unsubscribe": `<${stop}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

const TEN = `at ${ALERT_HOUR} a.m. Toronto time`;
const FREQUENCY_TEXTS = {
  daily: `every day ${TEN}`,
  weekly: `every Monday ${TEN}`,
  instant: "within minutes",
} as const;

/**
 * Composes the email that asks an address to confirm a saved search. Strangers can trigger this email, so it contains
 * no text that they typed.
 */
export async function questionMail(deps: Deps, reader: AlertReader, search: SavedSearch): Promise<Mail> {
  const { siteName } = deps.config;
  return layOutCountedMail(deps, {
    kind: "alerts.question",
    to: reader.email,
    subject: `New homes by email: ${summaryOf(search)}?`,
    body: [
      `You, or someone using this address, asked ${siteName} to email new homes and lower rents: ${summaryOf(search)}.`,
      `Once you confirm, we email you ${FREQUENCY_TEXTS[search.frequency]} when there is something new. Every email has a link to stop.`,
      { label: "See the search and confirm", url: await searchLink(deps, search) },
      "If it wasn’t you, ignore this email and we won’t write again.",
    ],
    reason: REASON,
  });
}

/** Composes the email that tells a recipient that a saved search is already active. */
export async function alertsAlreadyActiveMail(deps: Deps, reader: AlertReader, search: SavedSearch): Promise<Mail> {
  const links = await alertLinks(deps, reader.id);
  const isPaused = search.state === "paused";
  const mail = await layOutCountedMail(deps, {
    kind: "alerts.already",
    to: reader.email,
    subject: `${isPaused ? "Paused" : "On"}: ${summaryOf(search)}`,
    body: [
      isPaused
        ? `You already have this alert (${summaryOf(search)}), and it is paused. Nothing has changed. You can turn it on again here:`
        : `You already get new homes and lower rents (${summaryOf(search)}) ${FREQUENCY_TEXTS[search.frequency]}. You can change, pause or delete this alert here:`,
      { label: "See your searches", url: links.page },
    ],
    reason: REASON,
    footerLinks: [
      { label: "Stop all alerts", url: links.stop },
      { label: YOUR_EMAILS, url: links.page },
    ],
  });
  return { ...mail, headers: links.headers };
}

/** Composes the email to an address that has reached the limit of saved searches. */
export async function tooManySearchesMail(deps: Deps, reader: AlertReader): Promise<Mail> {
  const links = await alertLinks(deps, reader.id);
  return layOutCountedMail(deps, {
    kind: "alerts.too_many",
    to: reader.email,
    subject: `You already have ${SEARCHES_PER_ADDRESS} saved searches`,
    body: [
      `You, or someone using this address, saved one more search. Each address can have ${SEARCHES_PER_ADDRESS}, so we did not save this one. Delete a search you no longer need, then save it again:`,
      { label: "See your searches", url: links.page },
      "If it wasn’t you, ignore this email. Nothing has changed.",
    ],
    reason: REASON,
  });
}

/** Composes the email that asks whether the recipient is still looking. One email covers all searches that are due. */
export async function stillLookingMail(
  deps: Deps,
  reader: AlertReader,
  searches: readonly SavedSearch[],
): Promise<Mail> {
  const links = await alertLinks(deps, reader.id);
  const mail = layOutMail(deps.config, {
    kind: "alerts.still_looking",
    to: reader.email,
    subject: "Still looking for a home?",
    body: [
      `We have emailed you new homes for ${Math.floor(STILL_LOOKING_DAYS.askAfter / 30)} months:\n${searches.map((search) => `• ${summaryOf(search)}`).join("\n")}`,
      "If you are still looking, click the button. Otherwise we pause these emails in two weeks.",
      { label: "Yes, I am still looking", url: links.page },
    ],
    reason: "You get this email because you saved a search on our site and confirmed it.",
    footerLinks: [
      { label: "Stop all alerts", url: links.stop },
      { label: YOUR_EMAILS, url: links.page },
    ],
  });
  return { ...mail, headers: links.headers };
}
