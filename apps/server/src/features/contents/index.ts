export { registerContents } from './routes';
export { findPublicContent } from './service';
