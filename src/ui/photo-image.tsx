import { ImageOff } from "lucide-react";
import { useCallback, useState } from "react";
import { photoAtWidth, PHOTO_WIDTHS } from "../../worker/contracts/photos.ts";

export interface PhotoImageProps {
  /** Address of one of the site's own photos, `/photos/…`, without a width; it may be signed. */
  src: string;
  alt: string;
  /** The CSS width it is shown at, as in the `sizes` attribute. */
  sizes: string;
  className?: string;
  /** Seen first: load at once and ahead of the rest. */
  priority?: boolean;
  fit?: "cover" | "contain";
}

/** A photo that fills its box, in the width the screen needs; an icon when it cannot be loaded. The box gives the size. */
export function PhotoImage({ src, alt, sizes, className = "", priority = false, fit = "cover" }: PhotoImageProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);

  // An image can fail before React attaches its handlers to markup made at the edge.
  const noticeEarlyFailure = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== "") setFailedSrc(src);
    },
    [src],
  );

  if (failedSrc === src) {
    return (
      <span className={`grid place-items-center bg-sunken text-ink-muted ${className}`}>
        <ImageOff aria-hidden="true" className="size-8" />
        <span className="sr-only">{alt} (photo unavailable)</span>
      </span>
    );
  }
  return (
    <img
      key={src}
      ref={noticeEarlyFailure}
      src={photoAtWidth(src, 800)}
      srcSet={PHOTO_WIDTHS.map((width) => `${photoAtWidth(src, width)} ${width}w`).join(", ")}
      sizes={sizes}
      alt={alt}
      width={800}
      height={600}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : undefined}
      decoding="async"
      onError={() => setFailedSrc(src)}
      className={`${fit === "cover" ? "object-cover" : "object-contain"} ${className}`}
    />
  );
}
