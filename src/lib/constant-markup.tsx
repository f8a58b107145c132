import type { ComponentType } from "react";

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
