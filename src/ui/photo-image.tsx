import { ImageOff } from "lucide-react";
import { useCallback, useState } from "react";
import { photoAtWidth, PHOTO_WIDTHS } from "../../worker/contracts/photos.ts";

export interface PhotoImageProps {
  /** Path of one of the site's photos (`/photos/…`, without a width, possibly signed), or a data URL. */
  src: string;
  alt: string;
  /** The `sizes` attribute. */
  sizes: string;
  className?: string;
  /** True to load the photo eagerly and with high priority. */
  priority?: boolean;
  fit?: "cover" | "contain";
}

/** A responsive photo that fills its container. If it cannot be loaded, an icon is shown. */
export function PhotoImage({ src, alt, sizes, className = "", priority = false, fit = "cover" }: PhotoImageProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);

  // Notices an image that failed before hydration attached `onError`.
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
  // A photo that is not uploaded yet is a data URL, which has only one size.
  const isStored = !src.startsWith("data:");
  return (
    <img
      key={src}
      ref={noticeEarlyFailure}
      {...(isStored
        ? {
            src: photoAtWidth(src, 800),
            srcSet: PHOTO_WIDTHS.map((width) => `${photoAtWidth(src, width)} ${width}w`).join(", "),
          }
        : { src })}
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
