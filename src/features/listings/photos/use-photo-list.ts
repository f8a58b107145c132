import { useEffect, useRef, useState } from "react";
import { ERRORS } from "../../../../worker/contracts/errors.ts";
import { PHOTO_LIMITS, photoName, photoPath, PHOTO_TYPES, photoTypeOf } from "../../../../worker/contracts/photos.ts";
import { blockAutomaticReload } from "../../../lib/reload.ts";
import { toast } from "../../../lib/toast.ts";
import { drawPhoto, type CompressionAnswer, type CompressionRequest } from "./compress-photo-draw.ts";

/** Returns the length of a file's data URL. */
function dataUrlLength(file: Blob): number {
  return `data:${file.type};base64,`.length + Math.ceil(file.size / 3) * 4;
}

/** Turns photo files into data URLs, and compresses large ones. */
interface PhotoPreparer {
  /** @throws if the browser cannot decode the file */
  prepare(file: File, quality: number): Promise<string>;
  /** Terminates the worker; `prepare` starts a new one. */
  stop(): void;
}

/** Returns a preparer. Prepare one file at a time, because a decoded photo can take 160 MB of memory. */
function createPhotoPreparer(): PhotoPreparer {
  let worker: Worker | null = null;
  let canUseWorker = typeof Worker !== "undefined" && typeof OffscreenCanvas !== "undefined";

  async function compress(request: CompressionRequest): Promise<Blob> {
    if (canUseWorker) {
      worker ??= new Worker(new URL("./compress-photo.worker.ts", import.meta.url), { type: "module" });
      const answer = await ask(worker, request);
      if (answer.state === "done") return answer.photo;
      if (answer.state === "unreadable") throw new Error("The photo cannot be decoded");
      canUseWorker = false;
      stop();
    }
    return await compressOnPage(request);
  }

  function stop(): void {
    worker?.terminate();
    worker = null;
  }

  return {
    async prepare(file, quality) {
      if (dataUrlLength(file) > PHOTO_LIMITS.recompressOverCharacters) {
        return await readDataUrl(await compress({ file, quality, longestSide: PHOTO_LIMITS.recompressLongestSide }));
      }
      // A small file is sent unchanged if the browser can decode it as an image.
      (await createImageBitmap(file)).close();
      return await readDataUrl(file);
    },
    stop,
  };
}

function ask(worker: Worker, request: CompressionRequest): Promise<CompressionAnswer> {
  return new Promise((resolve) => {
    worker.addEventListener("message", (event: MessageEvent<CompressionAnswer>) => resolve(event.data), { once: true });
    // The worker's script failed to load or run.
    worker.addEventListener("error", () => resolve({ state: "unsupported" }), { once: true });
    worker.postMessage(request, []);
  });
}

async function compressOnPage({ file, longestSide, quality }: CompressionRequest): Promise<Blob> {
  const canvas = document.createElement("canvas");
  await drawPhoto(file, longestSide, (width, height) => {
    canvas.width = width;
    canvas.height = height;
    return canvas.getContext("2d");
  });
  return await new Promise((resolve, reject) => {
    canvas.toBlob(
      (photo) => (photo ? resolve(photo) : reject(new Error("The photo cannot be compressed"))),
      "image/jpeg",
      quality,
    );
  });
}

function readDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The photo cannot be read")));
    reader.readAsDataURL(blob);
  });
}

export interface Photo {
  key: string;
  name: string;
  /** A data URL or the URL of a stored photo; null while being prepared. */
  src: string | null;
}

export interface PhotoList {
  photos: readonly Photo[];
  /** Errors of files that were not added. */
  problems: readonly string[];
  /** Number of files prepared so far, and in total; null while idle. */
  progress: { done: number; total: number } | null;
  /** URLs and data URLs to submit, in the order of the photos. */
  images: string[];
  add(files: Iterable<File>): void;
  remove(key: string): void;
  /** Moves a photo to an index. */
  moveTo(key: string, index: number): void;
  clear(): void;
}

interface Options {
  /** JPEG quality of compressed photos. */
  quality: number;
  /** URLs of stored photos. The first render decides which photos there are; later renders only renew their URLs. */
  stored?: readonly string[];
}

/** Returns a form's photos, which are prepared one at a time. */
export function usePhotoList({ quality, stored = [] }: Options): PhotoList {
  const [photos, setPhotos] = useState<readonly Photo[]>(() =>
    stored.map((src, index) => ({ key: photoPath(src), name: photoName(index + 1), src })),
  );
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [progress, setProgress] = useState<PhotoList["progress"]>(null);
  const preparer = useRef<PhotoPreparer | null>(null);
  const queue = useRef(Promise.resolve());
  const lastKey = useRef(0);
  /** Keys of the photos still in the list. A removed photo is not prepared. */
  const wanted = useRef(new Set<string>());

  useEffect(() => () => preparer.current?.stop(), []);

  const hasChosen = photos.some(({ src }) => src === null || src.startsWith("data:"));
  useEffect(() => (hasChosen ? blockAutomaticReload() : undefined), [hasChosen]);

  const report = (title: string, text: string, problem = text) => {
    toast({ title, description: text, variant: "destructive" });
    setProblems((known) => (known.includes(problem) ? known : [...known, problem]));
  };

  const reportType = ({ name }: File) => report("Unsupported File", `${name}: ${ERRORS["listing.photo_type"][1]}`);

  const prepare = async (key: string, file: File) => {
    if (wanted.current.has(key)) {
      preparer.current ??= createPhotoPreparer();
      const src = await preparer.current.prepare(file, quality).catch(() => null);
      // Checks the content, because browsers derive the type from the file name and let users choose other types too.
      const isAccepted = src !== null && photoTypeOf(new Uint8Array(await file.slice(0, 8).arrayBuffer())) !== null;
      if (isAccepted) setPhotos((list) => list.map((photo) => (photo.key === key ? { ...photo, src } : photo)));
      else if (wanted.current.delete(key)) {
        setPhotos((list) => list.filter((photo) => photo.key !== key));
        const [, failed] = ERRORS["listing.photo_unreadable"];
        if (src === null) report(failed, `${file.name} was not added.`, `${failed}: ${file.name}`);
        else reportType(file);
      }
    }
    setProgress((now) => (now && now.done + 1 < now.total ? { ...now, done: now.done + 1 } : null));
  };

  const add = (files: Iterable<File>) => {
    setProblems([]);
    const accepted: { key: string; file: File }[] = [];
    let free = PHOTO_LIMITS.count - photos.length;
    for (const file of files) {
      if (!PHOTO_TYPES.some((type) => type === file.type)) reportType(file);
      else if (file.size > PHOTO_LIMITS.bytes)
        report("File Too Large", `${file.name} exceeds the 5MB limit and was not added.`);
      else if (free > 0) {
        free -= 1;
        lastKey.current += 1;
        accepted.push({ key: `new-${lastKey.current}`, file });
      } else {
        const [, text] = ERRORS["listing.too_many_photos"];
        report("Maximum Images Reached", text, `${text} ${file.name} was not added.`);
      }
    }
    if (accepted.length === 0) return;
    for (const { key } of accepted) wanted.current.add(key);
    setPhotos((list) => [...list, ...accepted.map(({ key, file }) => ({ key, name: file.name, src: null }))]);
    setProgress((now) => ({ done: now?.done ?? 0, total: (now?.total ?? 0) + accepted.length }));
    for (const { key, file } of accepted) queue.current = queue.current.then(() => prepare(key, file));
  };

  // Replaces signed URLs with newer ones.
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

/** Adds the file name to a server message about a photo: `Photo 2: …` becomes `Photo 2 (a.jpg): …`. */
export function withFileName(message: string, photos: readonly Photo[]): string {
  // Searches from the last photo, because "Photo 10" also begins with "Photo 1".
  const at = photos.findLastIndex((_photo, index) => message.startsWith(photoName(index + 1)));
  const [name, own] = [photos[at]?.name, photoName(at + 1)];
  return name === undefined || name === own ? message : message.replace(own, `${own} (${name})`);
}

function moved(list: readonly Photo[], key: string, index: number): readonly Photo[] {
  const photo = list.find((candidate) => candidate.key === key);
  if (!photo || index < 0 || index >= list.length) return list;
  return list.filter((other) => other !== photo).toSpliced(index, 0, photo);
}
