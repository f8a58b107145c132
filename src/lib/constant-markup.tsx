import { type ComponentType, lazy, Suspense, useState } from "react";

/** A component whose markup is the same within a deployment. */
interface Constant {
  load: () => Promise<ComponentType>;
  /** Null until this isolate has rendered it. */
  html: string | null;
}

/** All components with constant markup; empty in the browser. */
export const constants: Constant[] = [];

const Nothing = () => null;

/** True under `vite dev`, where cached markup would hide edits to the code. */
const isDevelopment = import.meta.env.MODE === "development";

/**
 * Returns a component whose markup is the same for every visitor and address. The component must not use `useId`, the
 * router, queries or event handlers. The server renders it once per isolate. The browser keeps the server's markup, so
 * the first view does not need the component's code. The browser loads the code only for pages that it renders itself;
 * if loading fails, these pages still work. In development, both server and browser render the component. The cached
 * markup saves 2.4 KB of every first view (129.2 instead of 131.6 KB for home, whose limit is 130, `npm run
 * check:bundle`), and a quarter of home's processor time on the server (docs/decisions/0023-rendering-as-text.md).
 * @param name unique name by which the browser finds the markup
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
