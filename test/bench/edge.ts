import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

const TEXT = /^(?:text\/|application\/(?:json|javascript|manifest\+json|xml|atom\+xml|ld\+json)|image\/svg)/;

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Compresses a text as the edge does: with Brotli at level 4 if the client accepts it, otherwise with gzip. */
async function compressed(body: Buffer, accepted: string): Promise<{ body: Buffer; encoding: string } | null> {
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    return { body: await asBrotli(body, { params }), encoding: "br" };
  }
  return /\bgzip\b/.test(accepted) ? { body: await asGzip(body), encoding: "gzip" } : null;
}

/**
 * Returns the encoding requested from the origin: Brotli for the build's own files if the browser accepts it. Anything
 * else is requested uncompressed, because the local runtime would compress it with gzip.
 */
const askedEncoding = ({ url, headers }: IncomingMessage) =>
  url?.startsWith("/assets/") && /\bbr\b/.test(String(headers["accept-encoding"])) ? "br" : "identity";

/**
 * Replaces Cloudflare's edge when bytes are measured: compresses text that the origin has not compressed. Caches
 * nothing, and changes no headers except those about encoding and length.
 * @param front the URL of the origin
 */
export async function startEdge(front: string, port: number): Promise<{ close: () => Promise<void> }> {
  const { hostname, port: frontPort } = new URL(front);
  const server: Server = createServer((asked, answer) => {
    const forwarded = request(
      {
        hostname,
        port: frontPort,
        path: asked.url,
        method: asked.method,
        headers: { ...asked.headers, "accept-encoding": askedEncoding(asked) },
      },
      (response) => {
        void (async () => {
          const headers = { ...response.headers };
          delete headers["transfer-encoding"];
          const plain = await bodyOf(response);
          const isText = TEXT.test(headers["content-type"] ?? "") && headers["content-encoding"] === undefined;
          const small =
            isText && plain.length > 0 ? await compressed(plain, asked.headers["accept-encoding"] ?? "") : null;
          const body = small?.body ?? plain;
          if (small) Object.assign(headers, { "content-encoding": small.encoding, vary: "accept-encoding" });
          if (body.length > 0) headers["content-length"] = String(body.length);
          answer.writeHead(response.statusCode ?? 502, headers).end(body);
        })();
      },
    );
    forwarded.on("error", () => answer.writeHead(502).end());
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
