/** Whether the terms were approved on this device, in local storage (D3.29). */
const KEY = 'accepted_terms_of_use';

export const areTermsAccepted = (): boolean => localStorage.getItem(KEY) === 'true';

/** If the storage is full, the user is asked again the next time. */
export function acceptTerms(): void {
  try {
    localStorage.setItem(KEY, 'true');
  } catch {
    // It is valid for this page.
  }
}
