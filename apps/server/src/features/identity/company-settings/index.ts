export { registerCompanySettings } from './routes';
