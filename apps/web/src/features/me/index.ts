export { Me } from './Me';
