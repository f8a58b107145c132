import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const text = (value: string) => new TextEncoder().encode(value) as Uint8Array<ArrayBuffer>;
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const joined = (...parts: (Uint8Array | number[])[]) => new Uint8Array(parts.flatMap((part) => [...part]));
const ascii = (value: string) => [...text(value)];

/** Flags of authenticator data (WebAuthn, 6.1). */
const FLAGS = { present: 0x01, verified: 0x04, hasKey: 0x40 };

/** Values in an authenticator's response. Tests falsify them one by one. */
export interface Claims {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  counter?: number;
  challenge?: string;
  type?: string;
  userHandle?: string | null;
  crossOrigin?: boolean;
  topOrigin?: string;
}

/** Encodes a positive integer as an element of a DER sequence, without leading zeros. */
function derInteger(bytes: Uint8Array): number[] {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const digits = Array.from(bytes.slice(start));
  const padded = (digits[0] ?? 0) >= 0x80 ? [0, ...digits] : digits;
  return [0x02, padded.length, ...padded];
}

/** Creates a security key in software, with one ES256 credential and attestation "none". */
export async function makeAuthenticator({ origin = "http://localhost:8787" } = {}) {
  const keys = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const point = new Uint8Array((await crypto.subtle.exportKey("raw", keys.publicKey)) as ArrayBuffer);
  const id = crypto.getRandomValues(new Uint8Array(32));
  let counter = 0;
  let handle = "";

  const dataOf = async (claims: Claims, rpId: string, more: number[] = [], flags = 0) => {
    const given = FLAGS.present | (claims.isVerified === false ? 0 : FLAGS.verified) | flags;
    const count = claims.counter ?? (counter += 1);
    return joined(
      await sha256(text(claims.rpId ?? rpId)),
      [given, count >>> 24, (count >>> 16) & 255, (count >>> 8) & 255, count & 255],
      more,
    );
  };
  const clientData = (claims: Claims, type: string, challenge: string) =>
    text(
      JSON.stringify({
        type: claims.type ?? type,
        challenge: claims.challenge ?? challenge,
        origin: claims.origin ?? origin,
        crossOrigin: claims.crossOrigin ?? false,
        ...(claims.topOrigin !== undefined && { topOrigin: claims.topOrigin }),
      }),
    );
  const credential = { id: base64url(id), rawId: base64url(id), type: "public-key", clientExtensionResults: {} };

  return {
    id: credential.id,
    /** Responds to the options of a registration. */
    async register(options: PublicKeyCredentialCreationOptionsJSON, claims: Claims = {}) {
      handle = options.user.id;
      // COSE: key type 2 (EC2), algorithm -7 (ES256), curve 1 (P-256), x, y.
      const cose = [
        0xa5,
        1,
        2,
        3,
        0x26,
        0x20,
        1,
        0x21,
        0x58,
        32,
        ...point.slice(1, 33),
        0x22,
        0x58,
        32,
        ...point.slice(33),
      ];
      const data = await dataOf(
        claims,
        options.rp.id ?? "",
        [...new Uint8Array(16), 0, id.length, ...id, ...cose],
        FLAGS.hasKey,
      );
      // CBOR: { fmt: "none", attStmt: {}, authData }.
      const attestation = joined(
        [
          0xa3,
          0x63,
          ...ascii("fmt"),
          0x64,
          ...ascii("none"),
          0x67,
          ...ascii("attStmt"),
          0xa0,
          0x68,
          ...ascii("authData"),
        ],
        [0x59, data.length >> 8, data.length & 255],
        data,
      );
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData(claims, "webauthn.create", options.challenge)),
          attestationObject: base64url(attestation),
          transports: ["internal"],
        },
      };
    },
    /** Responds to the options of a login. */
    async assert(options: PublicKeyCredentialRequestOptionsJSON, claims: Claims = {}) {
      const data = await dataOf(claims, options.rpId ?? "");
      const client = clientData(claims, "webauthn.get", options.challenge);
      const signed = joined(data, await sha256(client));
      const raw = new Uint8Array(await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, keys.privateKey, signed));
      const numbers = [...derInteger(raw.slice(0, 32)), ...derInteger(raw.slice(32))];
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(joined([0x30, numbers.length], numbers)),
          userHandle: claims.userHandle === undefined ? handle : claims.userHandle,
        },
      };
    },
  };
}
export type Authenticator = Awaited<ReturnType<typeof makeAuthenticator>>;
