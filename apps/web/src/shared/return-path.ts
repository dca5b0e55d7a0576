/** The way back after signing in leads into this app, never elsewhere. */
export const isInside = (path: unknown): path is string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) && !path.startsWith('/login');
