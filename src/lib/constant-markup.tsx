import { type ComponentType, lazy, type ReactElement, Suspense, useState } from "react";

/** A component whose markup depends only on the deployment. */
interface Constant {
  load: () => Promise<ComponentType>;
  /** Null until this isolate has rendered it. */
  html: string | null;
}

/** Only filled on the server. */
export const constants: Constant[] = [];

const Nothing = () => null;

/** Under `vite dev`, where kept markup would hide an edit. */
const isDevelopment = import.meta.env.MODE === "development";

/**
 * Markup that is the same for every visitor and address: no `useId`, router or query, and nothing that listens. The server
 * renders it once per isolate. A browser keeps what the server sent, so its first view needs no code for it, and loads the
 * component where it shows a page of its own making; without the component the page still works. In development both render
 * the component. Saves 2.4 KB of every first view (131.6 instead of 129.2 KB of home's 130, `npm run check:bundle`) and, with what
 * the server need not render again, a quarter of home's processor time (docs/decisions/0023-rendering-as-text.md).
 * @param name unique, to find the markup by
 */
export function constantMarkup(name: string, load: () => Promise<ComponentType>): ComponentType {
  const kept = (html: string) => (
    <div className="contents" data-constant={name} dangerouslySetInnerHTML={{ __html: html }} />
  );
  if (import.meta.env.SSR && !isDevelopment) {
    const constant: Constant = { load, html: null };
    constants.push(constant);
    return () => {
      if (constant.html === null) throw new Error(`The markup of ${name} has not been rendered.`);
      return kept(constant.html);
    };
  }
  const Loaded = lazy(() =>
    load().then(
      (Component) => ({ default: Component }),
      () => ({ default: Nothing }),
    ),
  );
  const loaded = (
    <div className="contents" data-constant={name}>
      <Suspense>
        <Loaded />
      </Suspense>
    </div>
  );
  if (isDevelopment) return () => loaded;
  return function ConstantMarkup() {
    const [html] = useState(() => document.querySelector(`[data-constant="${name}"]`)?.innerHTML);
    return html === undefined ? loaded : kept(html);
  };
}

/** How the server renders an element to markup, null if that fails. Unset in the browser, which lacks the renderer. */
export const renderer: { render: ((element: ReactElement) => string | null) | null } = { render: null };

/** Markup by key, least recently used first. */
const remembered = new Map<string, string>();
/** A card and its key take some 6 KB, and some 60 KB with the longest texts: usually 2 MB together, of an isolate's 128. */
const REMEMBERED = 300;

/**
 * The markup of an element, rendered once per isolate and key; only for the server, because the browser hydrates the
 * element. Kept cards save a sixth of home's processor time: 2.55 times its query's instead of 3.07 (`npm run bench -- pages`). Nothing goes stale if the key holds everything that the element depends on. It is rendered on its own, so it
 * must not use `useId` or context; null if that fails.
 */
export function rememberedMarkup(key: string, element: ReactElement): string | null {
  if (renderer.render === null || isDevelopment) return null;
  const markup = remembered.get(key) ?? renderer.render(element);
  if (markup === null) return null;
  remembered.delete(key);
  remembered.set(key, markup);
  const [oldest] = remembered.keys();
  if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  return markup;
}
