import paths from './deep-links.json';

/**
 * The addresses of the web app that open the mobile app, if it is installed; `*` at the end: and all below. The scripts that build the
 * mobile app read the same file.
 */
export const DEEP_LINKS: readonly string[] = paths;

/** Whether a path, without its search, is one of these. */
export const isDeepLink = (path: string): boolean =>
  DEEP_LINKS.some((link) => (link.endsWith('*') ? path.startsWith(link.slice(0, -1)) : path === link));
