import { Fragment } from "react";

/** Shows text with search hits highlighted. */
export function HighlightedText({ parts }: { parts: readonly { text: string; isFound: boolean }[] }) {
  let end = 0;
  return parts.map(({ text, isFound }) => {
    const at = end;
    end += text.length;
    return isFound ? (
      <mark key={at} className="rounded-sm bg-warn-soft text-warn">
        {text}
      </mark>
    ) : (
      <Fragment key={at}>{text}</Fragment>
    );
  });
}
