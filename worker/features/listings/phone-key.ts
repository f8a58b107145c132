/** A phone number in one spelling: its first ten digits, without Canada's leading 1 or an extension. */
export function phoneKeyOf(phone: string): string {
  return phone
    .replace(/\D/g, "")
    .replace(/^1(?=\d{10})/, "")
    .slice(0, 10);
}
