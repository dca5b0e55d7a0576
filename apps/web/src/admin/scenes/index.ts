export { ScenesPage } from './ScenesPage';
