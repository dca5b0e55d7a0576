export { Account } from './Account';
export { Settings } from './Settings';
