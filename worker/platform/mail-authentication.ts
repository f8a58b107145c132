/** A header field of a message, unfolded. */
export interface MailHeader {
  name: string;
  value: string;
}

/** Domains authenticated by the receiving server, in lower case. */
export interface AuthenticatedDomains {
  dmarc: string[];
  dkim: string[];
}

/** One `method=result` of the header, and its properties with names in lower case. */
interface AuthenticationResult {
  method: string;
  result: string;
  properties: ReadonlyMap<string, string>;
}

/** Matches quoted text that cannot be confused with the structure of the header. */
const PLAIN_QUOTED = /^[a-z0-9.-]*$/i;

/**
 * Returns a structured header (RFC 5322, 3.2.2 and 3.2.4) without free text, so that no text can imitate structure.
 * Comments become a space. Quoted strings keep their text only if it consists of letters, digits, dots and hyphens.
 * Null if quotes or parentheses do not match, and if there is a bare quote inside a comment: servers copy the envelope
 * sender into a comment, which a forger could close with a quoted local part.
 */
export function withoutFreeText(value: string): string | null {
  let structure = "";
  let depth = 0;
  let quoted: string | null = null;
  for (let at = 0; at < value.length; at += 1) {
    const char = value.charAt(at);
    if (char === "\\") {
      if (depth === 0 && quoted === null) return null;
      at += 1;
      if (quoted !== null) quoted += char;
    } else if (depth > 0) {
      if (char === '"') return null;
      if (char === "(") depth += 1;
      if (char === ")") depth -= 1;
      if (depth === 0) structure += " ";
    } else if (quoted !== null) {
      if (char === '"') {
        structure += PLAIN_QUOTED.test(quoted) ? `"${quoted}"` : '""';
        quoted = null;
      } else quoted += char;
    } else if (char === "(") depth = 1;
    else if (char === ")") return null;
    else if (char === '"') quoted = "";
    else structure += char;
  }
  return depth === 0 && quoted === null ? structure : null;
}

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Returns a domain of at least two labels in lower case, without the trailing dot. Internationalised domains must be
 * punycode.
 */
function domainOf(text: string | undefined): string | null {
  // Lower-cases only ASCII letters, because toLowerCase() would turn the Kelvin sign into a k.
  const domain = (text ?? "").replace(/\.$/, "").replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return domain.length <= 253 && DOMAIN.test(domain) ? domain : null;
}

const isWithin = (domain: string, parent: string) => domain === parent || domain.endsWith(`.${parent}`);

const AUTHSERV = /^ *(?:"([^"]*)"|([^ "]+))(?: +(\d+))? *$/;
const METHOD = /^ *([a-z][a-z0-9-]*)(?: *\/ *(\d+))? *= *([a-z][a-z0-9-]*)(?= |$)/i;
/** Matches a property, including `reason=` and untyped properties that servers add, such as `action=none`. */
const PROPERTY = /( +)([a-z][\w-]*(?: *\. *[a-z][\w-]*)?) *= *((?:"[^"]*"|[^ "])+)(?= |$)/iy;
/** The only supported version of the header and of each method. Other versions could mean anything. */
const VERSION = "1";

function readResult(text: string): AuthenticationResult | null {
  const [head, method, version = VERSION, result] = METHOD.exec(text) ?? [];
  if (head === undefined || method === undefined || result === undefined || version !== VERSION) return null;
  const end = text.trimEnd().length;
  const properties = new Map<string, string>();
  PROPERTY.lastIndex = head.length;
  while (PROPERTY.lastIndex < end) {
    const [, , name, value] = PROPERTY.exec(text) ?? [];
    if (name === undefined || value === undefined) return null;
    const key = name.replaceAll(" ", "").toLowerCase();
    if (properties.has(key)) return null;
    properties.set(key, value.replace(/^"([^"]*)"$/, "$1"));
  }
  return { method: method.toLowerCase(), result: result.toLowerCase(), properties };
}

/**
 * Returns the signing domain: `header.d`, else the domain of `header.i`. Null if they contradict each other (RFC 6376,
 * 3.5).
 */
function signingDomain(properties: ReadonlyMap<string, string>): string | null {
  const identity = properties.get("header.i");
  const identityDomain = identity?.includes("@") ? domainOf(identity.slice(identity.lastIndexOf("@") + 1)) : null;
  if (identity !== undefined && identityDomain === null) return null;
  if (!properties.has("header.d")) return identityDomain;
  const domain = domainOf(properties.get("header.d"));
  return domain && (identityDomain === null || isWithin(identityDomain, domain)) ? domain : null;
}

/**
 * Returns the domains for which the receiving server reports a DMARC or DKIM pass. Reads only the topmost
 * Authentication-Results (RFC 8601), because the sender may have added the other such headers. Null without such a
 * header, or if it is not from `authservId`. Ignores malformed results. Returns no domains for a malformed header, or
 * one with two DMARC results (servers write one).
 */
export function authenticatedDomains(headers: readonly MailHeader[], authservId: string): AuthenticatedDomains | null {
  const header = headers.find(({ name }) => name.toLowerCase() === "authentication-results");
  const structure = header && withoutFreeText(header.value.replaceAll(/[\r\n\t]+/g, " "));
  if (!structure) return null;
  const [server = "", ...texts] = structure.split(";");
  const [, quotedId, plainId, version = VERSION] = AUTHSERV.exec(server) ?? [];
  const id = quotedId ?? plainId ?? "";
  if (id === "" || id.toLowerCase() !== authservId.toLowerCase() || version !== VERSION) return null;
  const domains: AuthenticatedDomains = { dmarc: [], dkim: [] };
  if (texts.filter((text) => /^ *dmarc *[=/]/i.test(text)).length > 1) return domains;
  for (const text of texts) {
    const found = readResult(text);
    if (found?.result !== "pass" || (found.method !== "dmarc" && found.method !== "dkim")) continue;
    const { method, properties } = found;
    const domain = method === "dmarc" ? domainOf(properties.get("header.from")) : signingDomain(properties);
    if (domain) domains[method].push(domain);
  }
  return domains;
}

/**
 * Returns whether a message really comes from its From domain. DMARC must have passed for exactly that domain, or DKIM
 * for the domain or a parent of it (relaxed alignment, RFC 7489, 3.1.1). A pass for a child or sibling domain is not
 * enough.
 */
export function isAuthentic(fromAddress: string, results: AuthenticatedDomains | null): boolean {
  const [local, host, ...rest] = fromAddress.split("@");
  const domain = domainOf(host);
  if (!results || !local || !domain || rest.length > 0) return false;
  return results.dmarc.includes(domain) || results.dkim.some((signer) => isWithin(domain, signer));
}
