import { createElement, Fragment, type ReactNode } from "react";
import { writtenParts } from "../../worker/contracts/text.ts";

/** Prevents browsers from translating rents and streets in a text; other content is returned unchanged. */
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
