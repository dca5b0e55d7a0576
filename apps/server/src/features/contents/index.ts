export { registerContents } from './routes';
export { findPublicContent } from './service';
export { importContents } from './import';
