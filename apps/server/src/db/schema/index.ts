/** The tables, as the stores see them. `migrations/` creates them; a test compares the two. */
export * from './api-tokens';
export * from './back-office';
export * from './calls';
export * from './contents';
export * from './leads';
export * from './logs';
export * from './menu-drafts';
export * from './notices';
export * from './people';
export * from './recognition';
export * from './rooms';
export * from './servers';
export * from './sessions';
export * from './site';
export * from './statistics';
export * from './views';
export * from './webhooks';
