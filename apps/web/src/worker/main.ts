import * as z from 'zod/mini';
import { createPushWorker, type WorkerScope } from './push-worker';

// The policy of every page forbids code made from text, here as there.
z.config({ jitless: true });

createPushWorker(self as unknown as WorkerScope);
