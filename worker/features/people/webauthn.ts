// This file is one chunk of 90 KB. It is loaded when the first passkey is used, because visitors do not need it. The
// library and its helpers must not be imported separately: their shared chunk would run before the polyfill that it
// needs.
export {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
export { decodeClientDataJSON, isoBase64URL } from "@simplewebauthn/server/helpers";
