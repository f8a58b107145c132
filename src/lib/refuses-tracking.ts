/** Whether the browser asks, by Global Privacy Control, that nobody follows what it does. */
export const refusesTracking = () =>
  (navigator as Navigator & { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
