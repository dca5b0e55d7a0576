export { ownsSite } from './policy';
export { registerSite } from './routes';
export { readSite, readTerms, type Site } from './reading';
