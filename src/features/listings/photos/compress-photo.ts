import { PHOTO_LIMITS } from "../../../../worker/contracts/photos.ts";
import { drawPhoto, type CompressionAnswer, type CompressionRequest } from "./compress-photo-draw.ts";

/** Length of a file's data URL. */
function dataUrlLength(file: Blob): number {
  return `data:${file.type};base64,`.length + Math.ceil(file.size / 3) * 4;
}

/** Turns files into data URLs, compressing large ones. */
export interface PhotoPreparer {
  /** @throws if the browser cannot decode the file */
  prepare(file: File, quality: number): Promise<string>;
  /** Terminates the worker; `prepare` starts a new one. */
  stop(): void;
}

/** Call `prepare` for one file at a time, because a decoded photo can take 160 MB. */
export function createPhotoPreparer(): PhotoPreparer {
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
      // Small files are sent unchanged, but only if they are images.
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
