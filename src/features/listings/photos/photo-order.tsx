import { useEffect, useRef, useState } from "react";
import { PhotoThumbnail } from "./photo-thumbnail.tsx";
import type { Photo } from "./use-photo-list.ts";

interface PhotoOrderProps {
  photos: readonly Photo[];
  disabled: boolean;
  /** `index` counts from 0. */
  onMoveTo(photo: Photo, index: number): void;
  onRemove(photo: Photo): void;
}

/** The photos of a form in their order. The buttons work before, and without, the code for dragging. */
export function PhotoOrder({ photos, disabled, onMoveTo, onRemove }: PhotoOrderProps) {
  const items = useRef(new Map<string, HTMLLIElement>());
  const isOrderable = photos.length > 1;
  const drag = usePhotoDrag(isOrderable);
  return (
    <>
      <ul className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map((photo, index) => (
          <PhotoThumbnail
            key={photo.key}
            ref={(item) => {
              if (!item) return undefined;
              items.current.set(photo.key, item);
              return () => {
                items.current.delete(photo.key);
              };
            }}
            photo={photo}
            position={index + 1}
            count={photos.length}
            disabled={disabled}
            onMove={(by) => onMoveTo(photo, index + by)}
            onRemove={() => onRemove(photo)}
          />
        ))}
      </ul>
      {/* After the list, whose items it looks for. */}
      {drag && isOrderable && (
        <drag.PhotoDrag
          keys={photos.map(({ key }) => key)}
          itemOf={(key) => items.current.get(key) ?? null}
          disabled={disabled}
          onMoveTo={(key, index) => {
            const photo = photos.find((candidate) => candidate.key === key);
            if (photo) onMoveTo(photo, index);
          }}
        />
      )}
    </>
  );
}

const loadDrag = () => import("./photo-drag.tsx");

/** The code for dragging, once there is something to order. Where it does not come there are the buttons. */
function usePhotoDrag(isNeeded: boolean) {
  const [drag, setDrag] = useState<Awaited<ReturnType<typeof loadDrag>> | null>(null);
  useEffect(() => {
    if (isNeeded) loadDrag().then(setDrag, () => undefined);
  }, [isNeeded]);
  return drag;
}
