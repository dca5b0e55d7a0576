export { TokensPage } from './TokensPage';
