export { callMessages } from './message-policy';
export { registerCalls } from './routes';
export { createCallsOf } from './readers';
