import type { PushMessage } from "../../../worker/contracts/push.ts";

const URL_SAFE = { alphabet: "base64url", omitPadding: true } as const;
const encode = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(text));
const P256 = { name: "ECDH", namedCurve: "P-256" } as const;

async function hkdf(salt: Uint8Array<ArrayBuffer>, secret: BufferSource, info: Uint8Array<ArrayBuffer>, bytes: number) {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, bytes * 8));
}

const joined = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

/** Creates a browser that is subscribed to push messages, with the keys that decrypt the messages (RFC 8291). */
export async function pushBrowser(endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`) {
  const pair = (await crypto.subtle.generateKey(P256, true, ["deriveBits"])) as CryptoKeyPair;
  const point = new Uint8Array((await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer);
  const auth = crypto.getRandomValues(new Uint8Array(16));
  return {
    subscription: { endpoint, keys: { p256dh: point.toBase64(URL_SAFE), auth: auth.toBase64(URL_SAFE) } },
    async open(body: Uint8Array<ArrayBuffer>): Promise<PushMessage> {
      const salt = body.slice(0, 16);
      const senderPoint = body.slice(21, 21 + (body[20] ?? 0));
      const sender = await crypto.subtle.importKey("raw", senderPoint, P256, false, []);
      // The runtime's types name this parameter differently from the standard.
      const ecdh = { name: "ECDH", public: sender } as unknown as SubtleCryptoDeriveKeyAlgorithm;
      const shared = await crypto.subtle.deriveBits(ecdh, pair.privateKey, 256);
      const secret = await hkdf(auth, shared, joined(encode("WebPush: info\0"), point, senderPoint), 32);
      const key = await hkdf(salt, secret, encode("Content-Encoding: aes128gcm\0"), 16);
      const iv = await hkdf(salt, secret, encode("Content-Encoding: nonce\0"), 12);
      const aes = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
      const padded = new Uint8Array(
        await crypto.subtle.decrypt({ name: "AES-GCM", iv }, aes, body.slice(21 + senderPoint.length)),
      );
      return JSON.parse(new TextDecoder().decode(padded.slice(0, padded.lastIndexOf(2)))) as PushMessage;
    },
  };
}
export type PushBrowser = Awaited<ReturnType<typeof pushBrowser>>;

/** Returns the claims of a message's sender (RFC 8292) after verifying the signature. */
async function claimsOf(authorization: string) {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const verifier = await crypto.subtle.importKey(
    "raw",
    Uint8Array.fromBase64(key, { alphabet: "base64url" }),
    { name: "ECDSA", namedCurve: "P-256" },
    false,
    ["verify"],
  );
  const isSigned = await crypto.subtle.verify(
    { name: "ECDSA", hash: "SHA-256" },
    verifier,
    Uint8Array.fromBase64(signature, { alphabet: "base64url" }),
    encode(`${head}.${claims}`),
  );
  if (!isSigned) throw new Error("The sender's signature is wrong");
  const told = new TextDecoder().decode(Uint8Array.fromBase64(claims, { alphabet: "base64url" }));
  return { key, ...(JSON.parse(told) as { aud: string; exp: number; sub: string }) };
}

/**
 * Replaces the push services. Decrypts messages as the subscribed browsers would, and responds with the status that the
 * test sets.
 */
export function pushService() {
  const browsers = new Map<string, PushBrowser>();
  const received: {
    endpoint: string;
    message: PushMessage;
    headers: Headers;
    claims: Awaited<ReturnType<typeof claimsOf>>;
  }[] = [];
  const service = {
    received,
    messages: () => received.map(({ message }) => message),
    /** Status of the next responses; 201 means that the message is accepted. */
    status: 201,
    tries: 0,
    async browser(endpoint?: string): Promise<PushBrowser> {
      const browser = await pushBrowser(endpoint);
      browsers.set(browser.subscription.endpoint, browser);
      return browser;
    },
    fetch: (async (input, init) => {
      const request = new Request(input, init);
      const browser = browsers.get(request.url);
      if (!browser) throw new Error(`Nobody subscribed at ${request.url}`);
      service.tries += 1;
      if (service.status < 300)
        received.push({
          endpoint: request.url,
          message: await browser.open(new Uint8Array(await request.arrayBuffer())),
          headers: request.headers,
          claims: await claimsOf(request.headers.get("authorization") ?? ""),
        });
      return new Response(null, { status: service.status });
    }) as typeof fetch,
  };
  return service;
}
