export type { Clock } from './clock';
export { coalesce } from './coalesce';
export { createKeyedMutex, type KeyedMutex } from './keyed-mutex';
export { createMutex, createSemaphore, type Mutex } from './semaphore';
export { createThrottle, type Throttle } from './throttle';
