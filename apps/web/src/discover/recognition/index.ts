export { Results } from './Results';
