import type { ServerResponse } from "node:http";
import type { Connect, Plugin } from "vite";
import { AppError } from "../worker/platform/errors.ts";
import { BODY_LIMITS } from "../worker/platform/photo-body.ts";

/** What a connection to the local runtime fails with when the runtime closes it. */
const CLOSED = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/**
 * The answer in place of one that was lost. The worker takes the rest of a body that it refused, up to 100 MB
 * (worker/platform/incoming-body.ts); beyond that the local runtime closes the connection, and the preview server may see
 * a failure instead of the answer. By default it would show that as status 500 with a stack trace.
 */
const answerInPlace: Connect.ErrorHandleFunction = (error: unknown, request, response, next) => {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (!CLOSED.has(code)) return next(error);
  if (response.headersSent) return void response.destroy();
  const isTooLarge = Number(request.headers["content-length"] ?? 0) > BODY_LIMITS.withPhotos;
  void answer(response, new AppError(isTooLarge ? "request.too_large" : "request.busy"));
};

async function answer(response: ServerResponse, error: AppError): Promise<void> {
  const told = error.toResponse();
  response.writeHead(told.status, Object.fromEntries(told.headers)).end(await told.bytes());
}

/** Lets `npm start` answer what it cannot pass on as the site would, without a stack trace. */
export function lostAnswers(): Plugin {
  return {
    name: "lost-answers",
    configurePreviewServer: (server) => () => void server.middlewares.use(answerInPlace),
  };
}
