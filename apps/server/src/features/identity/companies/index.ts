export { requireAdminOf } from './policy';
export { registerCompanies } from './routes';
export { findCustomer } from './store';
