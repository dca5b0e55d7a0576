export { registerPurchases } from './routes';
