export { type Push, queuePush, queuePushes, reachedByPush, sendPushes } from './queue';
export { registerPush } from './routes';
export { readSubscription } from './tokens';
