export { queueEvent, queueEvents, sendEvents } from './events';
export { registerWebhooks } from './routes';
