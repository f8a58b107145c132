const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML content and attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Returns JSON that is safe inside a script element, because it cannot close the element (docs/security.md, Input). */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

// oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0 cannot represent, escaped or not
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text for XML content and attribute values. Characters that XML cannot represent become U+FFFD. */
export const escapeXml = (text: string): string => escapeHtml(text.toWellFormed().replace(NOT_IN_XML, "\ufffd"));
