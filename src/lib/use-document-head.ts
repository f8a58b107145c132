import { useEffect } from "react";
import type { PageData, PageHead, SiteInfo } from "../../worker/contracts/page.ts";
import { useSite } from "./site.tsx";

/** Maximum length of a page description (docs/product.md, Search engines). */
export const DESCRIPTION_LIMIT = 160;

/** Creates or updates the head element that matches `selector`; removes it if `attributes` is null. */
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
 * Updates title, description, canonical link and robots on navigation. Only the server renders Open Graph and
 * structured data, because crawlers read the first HTML.
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

export type FixedHead = (data: PageData | null, site: SiteInfo) => PageHead;

/** Returns the `head()` of a page without data. A page without a canonical path is not indexed. */
export const fixedHead =
  (title: string, description: string, canonicalPath?: string): FixedHead =>
  (_data, site) => ({
    title: `${title} | ${site.name}`,
    description,
    ...(canonicalPath === undefined ? { noindex: true } : { canonicalPath }),
  });
