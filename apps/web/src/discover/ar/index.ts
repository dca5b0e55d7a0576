export { ArStart } from './ArStart';
