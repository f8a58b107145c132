/** The bytes of a font, as a module that scripts/font-bytes.ts generates. */
declare module "*.ttf?bytes" {
  export const bytes: Uint8Array;
}

/** A WebAssembly module, which the platform compiles on import. */
declare module "@resvg/resvg-wasm/index_bg.wasm" {
  const compiled: WebAssembly.Module;
  export default compiled;
}
