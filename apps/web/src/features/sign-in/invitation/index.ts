export { Invitation } from './Invitation';
