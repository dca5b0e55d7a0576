export { registerLeads } from './routes';
export { areLeadsRead } from './service';
