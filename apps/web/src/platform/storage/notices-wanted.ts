/** Whether this device asked for notices by push. Not part of the session: a sign-out changes nothing. */
const KEY = 'noticesWanted';

export const areNoticesWanted = (): boolean => localStorage.getItem(KEY) === 'true';

/** @throws if the browser's storage is full */
export function wantNotices(are: boolean): void {
  if (are) localStorage.setItem(KEY, 'true');
  else localStorage.removeItem(KEY);
}
