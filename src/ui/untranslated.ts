import { createElement, Fragment, type ReactNode } from "react";
import { splitVerbatimParts } from "../../worker/contracts/text.ts";

/** Keeps browsers from translating rents and streets in a text. Other content is returned unchanged. */
export const untranslated = (content: ReactNode): ReactNode =>
  typeof content !== "string"
    ? content
    : createElement(
        Fragment,
        null,
        ...splitVerbatimParts(content).map(({ part, isVerbatim }) =>
          isVerbatim ? createElement("span", { translate: "no" }, part) : part,
        ),
      );
