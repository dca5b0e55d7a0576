export { createSharedPages } from './pages-store';
export { createPresence } from './presence';
export { registerRealtime } from './routes';
