export { registerCompanies } from './routes';
export { findCustomer } from './store';
