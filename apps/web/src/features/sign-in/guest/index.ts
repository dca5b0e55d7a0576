export { GuestPage } from './GuestPage';
