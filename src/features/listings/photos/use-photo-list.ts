import { useEffect, useRef, useState } from "react";
import { ERRORS } from "../../../../worker/contracts/errors.ts";
import { PHOTO_LIMITS, photoPath } from "../../../../worker/contracts/photos.ts";
import { toast } from "../../../lib/toast.ts";
import { makePhotoPreparer, type PhotoPreparer } from "./compress-photo.ts";

/** What the picker lets people choose. */
export const PHOTO_TYPES: readonly string[] = ["image/png", "image/jpeg"];

export interface Photo {
  key: string;
  name: string;
  /** A data URL or the address of a stored photo; null while it is being prepared. */
  src: string | null;
}

export interface PhotoList {
  photos: readonly Photo[];
  /** What became of files that were not added, for showing beside the picker. */
  problems: readonly string[];
  /** Files being prepared and done of them; null when none is. */
  progress: { done: number; total: number } | null;
  /** The addresses and data URLs to send, in order. */
  images: string[];
  add(files: Iterable<File>): void;
  remove(key: string): void;
  /** Moves a photo to another place, from 0; those between make room. */
  moveTo(key: string, index: number): void;
  clear(): void;
}

interface Options {
  /** JPEG quality for photos that are compressed. */
  quality: number;
  /** Addresses of photos that are stored already: those of the first render, by the addresses of each. */
  stored?: readonly string[];
}

/** The photos of a form: chosen, prepared one after the other, reordered and removed. */
export function usePhotoList({ quality, stored = [] }: Options): PhotoList {
  const [photos, setPhotos] = useState<readonly Photo[]>(() =>
    stored.map((src, index) => ({ key: photoPath(src), name: `Photo ${index + 1}`, src })),
  );
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [progress, setProgress] = useState<PhotoList["progress"]>(null);
  const preparer = useRef<PhotoPreparer | null>(null);
  const queue = useRef(Promise.resolve());
  const lastKey = useRef(0);
  /** Photos still in the list, so that one removed while it waits is not prepared. */
  const wanted = useRef(new Set<string>());

  useEffect(() => () => preparer.current?.stop(), []);

  const report = (title: string, text: string, problem = text) => {
    toast({ title, description: text, variant: "destructive" });
    setProblems((known) => (known.includes(problem) ? known : [...known, problem]));
  };

  const prepare = async (key: string, file: File) => {
    if (wanted.current.has(key)) {
      preparer.current ??= makePhotoPreparer();
      const src = await preparer.current.prepare(file, quality).catch(() => null);
      if (src !== null) setPhotos((list) => list.map((photo) => (photo.key === key ? { ...photo, src } : photo)));
      else if (wanted.current.delete(key)) {
        setPhotos((list) => list.filter((photo) => photo.key !== key));
        const [, failed] = ERRORS["listing.photo_unreadable"];
        report(failed, `${file.name} was not added.`, `${failed}: ${file.name}`);
      }
    }
    setProgress((now) => (now && now.done + 1 < now.total ? { ...now, done: now.done + 1 } : null));
  };

  const add = (files: Iterable<File>) => {
    setProblems([]);
    const accepted: { key: string; file: File }[] = [];
    let free = PHOTO_LIMITS.count - photos.length;
    for (const file of files) {
      if (!PHOTO_TYPES.includes(file.type))
        report("Unsupported File", `${file.name}: ${ERRORS["listing.photo_type"][1]}`);
      else if (file.size > PHOTO_LIMITS.bytes)
        report("File Too Large", `${file.name} exceeds the 5MB limit and was not added.`);
      else if (free > 0) {
        free -= 1;
        lastKey.current += 1;
        accepted.push({ key: `new-${lastKey.current}`, file });
      } else {
        report("Maximum Images Reached", ERRORS["listing.too_many_photos"][1]);
        break;
      }
    }
    if (accepted.length === 0) return;
    for (const { key } of accepted) wanted.current.add(key);
    setPhotos((list) => [...list, ...accepted.map(({ key, file }) => ({ key, name: file.name, src: null }))]);
    setProgress((now) => ({ done: now?.done ?? 0, total: (now?.total ?? 0) + accepted.length }));
    for (const { key, file } of accepted) queue.current = queue.current.then(() => prepare(key, file));
  };

  // Signed addresses run out while a form is open, and come anew.
  const shown = photos.map((photo) => ({
    ...photo,
    src: stored.find((src) => photoPath(src) === photo.key) ?? photo.src,
  }));
  return {
    photos: shown,
    problems,
    progress,
    images: shown.flatMap(({ src }) => src ?? []),
    add,
    remove: (key) => {
      wanted.current.delete(key);
      setProblems([]);
      setPhotos((list) => list.filter((photo) => photo.key !== key));
    },
    moveTo: (key, index) => setPhotos((list) => moved(list, key, index)),
    clear: () => {
      wanted.current.clear();
      setProblems([]);
      setPhotos([]);
    },
  };
}

function moved(list: readonly Photo[], key: string, index: number): readonly Photo[] {
  const photo = list.find((candidate) => candidate.key === key);
  if (!photo || index < 0 || index >= list.length) return list;
  return list.filter((other) => other !== photo).toSpliced(index, 0, photo);
}
