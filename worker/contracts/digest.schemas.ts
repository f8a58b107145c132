import * as z from "zod/mini";

/** Body of POST /api/admin/digest/pause. */
export const pauseDigest = z.object({ paused: z.boolean("paused must be true or false.") });
