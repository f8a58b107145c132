import { type ComponentType, lazy, Suspense, useState } from "react";

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
