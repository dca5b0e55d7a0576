export { demoPeople } from './cast';
export { makeDemo } from './service';
