const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as HTML content or attribute value. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** JSON that may stand inside a script element: nothing in it can end the element (docs/security.md, What goes in). */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

// oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0 cannot hold, however they are written
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text as XML content or attribute value. What XML cannot hold becomes the sign for an unreadable character. */
export const escapeXml = (text: string): string => escapeHtml(text.toWellFormed().replace(NOT_IN_XML, "\ufffd"));
