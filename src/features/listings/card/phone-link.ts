import { isPhone } from "../../../../worker/contracts/listings.ts";

/** Address of a call link; null for what is no phone number. An extension follows the number as RFC 3966 has it. */
export function telHref(phone: string | null): string | null {
  if (phone === null || !isPhone(phone)) return null;
  const [number = "", extension] = phone.split("x");
  const dialled = number.replace(/(?!^\+)\D/g, "");
  const digits = extension?.replace(/\D/g, "");
  return `tel:${dialled}${digits ? `;ext=${digits}` : ""}`;
}
