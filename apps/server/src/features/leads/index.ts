export { registerLeads } from './routes';
