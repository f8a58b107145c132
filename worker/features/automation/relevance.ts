import { LAW_WORDS } from "./law-words.ts";

/** Leases and deposits of other things: cars, phones, banks; and what tenants insure. */
const OTHER_LEASES =
  /\b(?:cars?|auto|vehicles?|trucks?|suv|phones?|equipment|office|store|bottle|direct|bank|term)[- ](?:leas\w+|deposits?|rentals?|insurance)\b|\b(?:tenants?|renters?)['’]?s? insurance\b|\bleas(?:e|ed|ing) (?:on |of |for )?(?:my |a |an |the |our |this )?(?:new |old )?(?:cars?|vehicles?|trucks?|suv|phones?)\b/gi;
const OTHER_STUDIOS =
  /\b(?:yoga|dance|art|music|recording|pilates|fitness|tattoo|photo\w*|film|ballet|pottery|design|nail|hair|tv|sound|rehearsal|beauty|spin|boxing|martial arts|ceramics?)[- ]studios?\b/gi;

/** A text without studios that nobody lives in. */
export const withoutOtherStudios = (text: string) => text.replace(OTHER_STUDIOS, " ");

/** A landlord and a tenant: what a rule of theirs can be about. */
const TENANCY =
  /\b(?:landlords?|landlady|tenants?|tenanc(?:y|ies)|leas(?:e|es|ed|ing)|sublets?|property managers?|property management|superintendents?|evict\w*|ltb|rental unit|my (?:rental|unit|apartment|building))\b/i;

/** Homes and how one comes to live in them. */
export const MEETS_HOME =
  /\b(?:rent(?:s|al|als|ed|er|ers|ing)?|liv(?:e|es|ed|ing)|leases?|apartments?|apts?|condos?|flats?|units?|rooms?|bedrooms?|studios?|basements?|hous(?:e|es|ing)|homes?|landlords?|tenants?|neighbou?rhoods?|listings?|mov(?:e|ed|ing) (?:to|in|near|close|closer|around)|commut(?:e|ing)|(?:safe|good|quiet|nice|affordable|cheap)(?:er)? (?:area|place|part)s?|area)\b/i;

const sentencesOf = (text: string) => text.split(/[.!?;\n]+/);

/**
 * Whether a thread asks for a rule of content/law.json: in words that mean nothing else (`about`), or in words that mean it between landlord
 * and tenant (`hints`) where its title or the same sentence speaks of them. A title's words may have theirs in the text.
 */
export function isAskedBy(rule: string, thread: { title: string; content: string }): boolean {
  const { about, hints } = LAW_WORDS[rule] ?? {};
  const title = thread.title.replace(OTHER_LEASES, " ");
  const content = thread.content.replace(OTHER_LEASES, " ");
  if (about?.test(`${title}\n${content}`)) return true;
  if (!hints) return false;
  if (TENANCY.test(title)) return hints.test(`${title}\n${content}`);
  if (hints.test(title) && TENANCY.test(content)) return true;
  return sentencesOf(content).some((sentence) => hints.test(sentence) && TENANCY.test(sentence));
}
