export { registerCompanies } from './routes';
export { type Customer, findCustomer } from './store';
