export { makeCompany } from './new-company';
export { requireAdminOf } from './policy';
export { registerCompanies } from './routes';
export { isServerAdmin, requireServerAdmin } from './server-admins';
export { findCustomer } from './store';
