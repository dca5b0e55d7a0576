export { callMessages } from './message-policy';
export { registerCalls } from './routes';
export { isInCall } from './service';
