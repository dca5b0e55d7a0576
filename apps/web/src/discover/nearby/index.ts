export { Nearby } from './Nearby';
