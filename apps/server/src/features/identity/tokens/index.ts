export { createApiTokens } from './access';
export { registerTokens } from './routes';
