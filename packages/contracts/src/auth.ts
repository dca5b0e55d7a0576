/** What the calls that start a session, or lead to one, have in common. */
export const auth = { tag: 'Session', method: 'POST', path: '/services/auth', auth: 'key' } as const;
