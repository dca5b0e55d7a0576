export { Locked } from './Locked';
