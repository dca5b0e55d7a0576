export { queueEvent, sendEvents } from './events';
export { registerWebhooks } from './routes';
