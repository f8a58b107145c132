import { createElement, Fragment, type ReactNode } from "react";
import { WRITTEN } from "../../worker/contracts/written.ts";

/** Keeps rents and streets of a text as they are when a browser translates the page; other content is returned unchanged. */
export const asWritten = (content: ReactNode): ReactNode =>
  typeof content !== "string"
    ? content
    : createElement(
        Fragment,
        null,
        // The pattern's matches have the odd places.
        ...content
          .split(WRITTEN)
          .map((part, at) => (at % 2 === 0 ? part : createElement("span", { translate: "no" }, part))),
      );
