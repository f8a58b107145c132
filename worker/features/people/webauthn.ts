// A single chunk, loaded with the first passkey: 90 KB that no visitor needs. The library and its helpers must not be
// imported separately: their shared chunk would run before the polyfill that it needs.
export {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
export { decodeClientDataJSON, isoBase64URL } from "@simplewebauthn/server/helpers";
