/**
 * Whether this is the page of a guest. It has nothing in common with what the device keeps for whoever is signed in here: all
 * that it keeps is in the tab’s own store, and goes with the call, or with the tab.
 */
export const isGuestPage = location.pathname === '/guest';
