export { demoPeopleOf, makeDemo } from './service';
