export { type Push, queuePush, reachedByPush, sendPushes } from './queue';
export { registerPush } from './routes';
