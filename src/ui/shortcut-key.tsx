/** Shows the shortcut key of the surrounding button; hidden on touch devices. */
export function ShortcutKey({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden
      className="rounded border border-current px-1 font-sans text-sm leading-4 font-normal opacity-80 pointer-coarse:hidden"
    >
      {children}
    </kbd>
  );
}
