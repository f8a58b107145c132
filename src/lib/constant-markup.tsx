import type { ComponentType } from "react";

/** A component whose markup depends on the deployment alone. `html` is null until this isolate has rendered it. */
interface Constant {
  Component: ComponentType;
  html: string | null;
}

/** Filled at the edge only, by the modules that a page loads. */
export const constants: Constant[] = [];

/**
 * Makes a component render once an isolate at the edge, and be repeated as text on every later page. In the browser it is
 * hydrated like any other. For parts that show the same to everybody at every address: no `useId`, no router, no query.
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
