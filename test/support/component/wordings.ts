import { fireEvent, waitFor } from "@testing-library/react";
import { expect } from "vitest";

/** A text, or the name of a control. `current` means the link to the current page. */
export type Wording =
  | string
  | { button: string }
  | { link: string }
  | { heading: string }
  | { tab: string }
  | { option: string }
  | { field: string }
  | { current: string };

export const buttons = (...names: string[]): Wording[] => names.map((button) => ({ button }));
export const links = (...names: string[]): Wording[] => names.map((link) => ({ link }));

const SELECTORS = {
  button: "button, [role=button]",
  link: "a[href]",
  heading: "h1, h2, h3, h4, [role=heading]",
  tab: "[role=tab]",
  option: "option",
  current: "main [aria-current=page]",
} as const;

const plain = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();

/** Returns the text of an element without decorative parts, such as the picture of a key. */
function writtenIn(node: Node): string {
  if (node instanceof Element && node.getAttribute("aria-hidden") === "true") return "";
  return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "") : [...node.childNodes].map(writtenIn).join("");
}

/** Returns the name of a control from its attributes or its text. */
const nameOf = (element: Element): string => {
  const labelled = element.getAttribute("aria-labelledby");
  if (labelled !== null)
    return plain(
      labelled
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent)
        .join(" "),
    );
  return plain(element.getAttribute("aria-label") ?? writtenIn(element));
};

/**
 * Returns whether a user can reach an element. Elements in a hidden part, such as behind a dialog, cannot be reached.
 */
const isShown = (element: Element) => element.closest("[hidden], [aria-hidden=true]") === null;

/** Returns the full texts of all visible elements except whole pages, and each text node in them. */
function textsShown(): Set<string> {
  const found = new Set<string>();
  const read = (element: Element): string => {
    if (element.hasAttribute("hidden")) return "";
    let text = "";
    for (const child of element.childNodes) {
      const part = child instanceof Element ? read(child) : child.nodeType === Node.TEXT_NODE ? child.textContent : "";
      if (!(child instanceof Element)) found.add(plain(part));
      text += part;
    }
    if (text.length < 1_000) found.add(plain(text));
    return text;
  };
  read(document.body);
  return found;
}

function isThere(wording: Wording, texts: Set<string>): boolean {
  if (typeof wording === "string") return texts.has(wording);
  const [[kind, name] = ["", ""]] = Object.entries(wording);
  // Labels of required fields include a marker.
  if (kind === "field")
    return [...document.querySelectorAll("label")].some(
      (label) => plain(label.textContent).replace(/\*$/, "") === name,
    );
  return allNamed(kind as keyof typeof SELECTORS, name).length > 0;
}

/** Returns all visible controls with a name. */
export const allNamed = (kind: keyof typeof SELECTORS, name: string, within: ParentNode = document.body) =>
  [...within.querySelectorAll<HTMLElement>(SELECTORS[kind])].filter(
    (element) => nameOf(element) === name && isShown(element),
  );

/** Clicks the first control with a name as soon as it is enabled, without the preceding pointer events. */
export async function press(kind: "button" | "link" | "tab", name: string): Promise<void> {
  fireEvent.click(
    await waitFor(() => {
      const first = allNamed(kind, name).find((element) => element.getAttribute("aria-disabled") !== "true");
      if (!first) throw new Error(`There is no ${kind} '${name}'.`);
      return first;
    }),
  );
}

/** Waits until all given texts and controls are shown. The error names the missing ones. */
export async function expectShown(...wordings: readonly Wording[]): Promise<void> {
  await waitFor(() => {
    const texts = textsShown();
    expect(
      wordings.filter((wording) => !isThere(wording, texts)),
      "missing texts",
    ).toEqual([]);
  });
}
