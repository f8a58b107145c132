const PHONE_CHARACTERS = /^[\d+().x -]+$/;

/** A phone number: digits and `+ ( ) - . x` only, 7 to 20 digits with an extension. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return PHONE_CHARACTERS.test(text) && digits >= 7 && digits <= 20;
}

/** A normalized phone number: its first ten digits, without Canada's leading 1 or an extension. */
export function phoneKeyOf(phone: string): string {
  return phone
    .replace(/\D/g, "")
    .replace(/^1(?=\d{10})/, "")
    .slice(0, 10);
}
