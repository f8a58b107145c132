import * as z from "zod/mini";
import { emailAddress } from "./text.schemas.ts";

/** Body of POST /api/listing-links. */
export const lostLinks = z.object({ email: emailAddress });
