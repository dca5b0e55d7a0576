/** Prevents open redirects: the return path after sign-in must be inside this app. */
export const isInside = (path: unknown): path is string =>
  typeof path === 'string' && /^\/(?![/\\])/.test(path) && !path.startsWith('/login');
