/** Whether the guest of this tab has been in the call, also before a reload. It ends with the session, like all that the tab stores. */

const IN_CALL = 'guestInCall';

export const hasBeenInCall = (): boolean => sessionStorage.getItem(IN_CALL) !== null;

export const recordInCall = (): void => sessionStorage.setItem(IN_CALL, 'true');
