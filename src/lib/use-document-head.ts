import { useEffect } from "react";
import type { PageHead } from "../../worker/contracts/page.ts";
import { useSite } from "./site.tsx";

/** Longest description of a page (docs/product.md, Search engines). */
export const DESCRIPTION_LIMIT = 160;

/** Finds or makes the one element of the head that `selector` names, with `attributes`; removes it when they are null. */
function setHeadElement(selector: string, tag: "meta" | "link", attributes: Record<string, string> | null): void {
  const existing = document.head.querySelector(selector);
  if (attributes === null) {
    existing?.remove();
    return;
  }
  const element = existing ?? document.head.appendChild(document.createElement(tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

/**
 * Keeps title, description, canonical address and robots in step while one moves through the site. What only matters to
 * machines that read the first HTML (Open Graph, structured data) is written by the edge alone.
 */
export function useDocumentHead({ title, description, canonicalPath, noindex = false }: PageHead): void {
  const { url } = useSite();
  useEffect(() => {
    document.title = title;
    setHeadElement('meta[name="description"]', "meta", { name: "description", content: description });
    setHeadElement(
      'link[rel="canonical"]',
      "link",
      canonicalPath === undefined ? null : { rel: "canonical", href: url + canonicalPath },
    );
    setHeadElement('meta[name="robots"]', "meta", noindex ? { name: "robots", content: "noindex" } : null);
  }, [title, description, canonicalPath, noindex, url]);
}
