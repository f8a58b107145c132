const MOBILE = /\b(?:mobi|android|iphone|ipad|ipod|windows phone)/i;

/** Whether a browser says that it is on a phone or a tablet. */
export const isMobile = (userAgent: string): boolean => MOBILE.test(userAgent);
