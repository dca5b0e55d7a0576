/**
 * Whether this is a guest's page. It shares nothing with what the device stores for a signed-in user: all its data is in session
 * storage and is deleted with the call or the tab.
 */
export const isGuestPage = location.pathname === '/guest';
