/**
 * The site's mark, as in public/favicon.svg but in the theme's colours. The mark is decorative, because the site's name
 * or a heading is beside it.
 */
export function Mark({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={`mark ${className}`}>
      <rect width="64" height="64" rx="14" />
      <path d="M12 31 32 14l20 17v21H12z" />
      <path d="M32 26v16m-8-7 8 8 8-8" />
    </svg>
  );
}
