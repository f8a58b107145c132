import type { ComponentType, ReactElement } from "react";

/** A component whose markup depends only on the deployment. `html` is null until this isolate has rendered it. */
interface Constant {
  Component: ComponentType;
  html: string | null;
}

/** Only filled on the server. */
export const constants: Constant[] = [];

/**
 * Renders a component once per isolate on the server and reuses the markup; the browser hydrates it normally. The
 * component must look the same for every visitor and address: no `useId`, router or query.
 */
export function constantMarkup(Component: ComponentType): ComponentType {
  if (!import.meta.env.SSR) {
    return () => (
      <div className="contents">
        <Component />
      </div>
    );
  }
  const constant: Constant = { Component, html: null };
  constants.push(constant);
  return () =>
    constant.html === null ? (
      <div className="contents">
        <Component />
      </div>
    ) : (
      <div className="contents" dangerouslySetInnerHTML={{ __html: constant.html }} />
    );
}

/** How the server renders an element to markup, null if that fails. Unset in the browser, which lacks the renderer. */
export const renderer: { render: ((element: ReactElement) => string | null) | null } = { render: null };

/** Markup by key, least recently used first. */
const remembered = new Map<string, string>();
/** A card and its key take some 6 KB, and some 60 KB with the longest texts: usually 2 MB together, of an isolate's 128. */
const REMEMBERED = 300;

/**
 * The markup of an element, rendered once per isolate and key; only for the server, because the browser hydrates the
 * element. Nothing goes stale if the key holds everything that the element depends on. It is rendered on its own, so it
 * must not use `useId` or context; null if that fails.
 */
export function rememberedMarkup(key: string, element: ReactElement): string | null {
  if (renderer.render === null) return null;
  const markup = remembered.get(key) ?? renderer.render(element);
  if (markup === null) return null;
  remembered.delete(key);
  remembered.set(key, markup);
  const [oldest] = remembered.keys();
  if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  return markup;
}
