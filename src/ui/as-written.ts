import { createElement, Fragment, type ReactNode } from "react";
import { writtenParts } from "../../worker/contracts/text.ts";

/** Keeps rents and streets of a text as they are when a browser translates the page; other content is returned unchanged. */
export const asWritten = (content: ReactNode): ReactNode =>
  typeof content !== "string"
    ? content
    : createElement(
        Fragment,
        null,
        ...writtenParts(content).map(({ part, isVerbatim }) =>
          isVerbatim ? createElement("span", { translate: "no" }, part) : part,
        ),
      );
