export { type Devices, findDevices, type Push, queuePushes, reachedByPush, sendPushes } from './queue';
export { registerPush } from './routes';
export { readSubscription } from './tokens';
