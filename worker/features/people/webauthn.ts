// Exports the WebAuthn library as one chunk of 90 KB, loaded when the first passkey is used, because visitors do not
// need it. Do not import the library and its helpers separately, because their shared chunk would run before the
// polyfill that it needs.
export {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
export { decodeClientDataJSON, isoBase64URL } from "@simplewebauthn/server/helpers";
