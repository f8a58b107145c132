import type { ComponentProps } from "react";

/** How far something has come, in the site's own colour: the browser's green would say 'below market' here. */
export function ProgressBar(props: Omit<ComponentProps<"progress">, "className">) {
  return (
    <progress
      {...props}
      className="block h-2 w-full appearance-none overflow-hidden rounded-full border border-line-strong bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
    />
  );
}
