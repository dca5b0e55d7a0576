import * as z from 'zod/mini';
import { type Build, createOfflineWorker, type OfflineScope } from './offline-worker';
import { createPushWorker, type WorkerScope } from './push-worker';

/** Defined by the build: `scripts/build.mjs`. */
declare const BUILD: Build;

// The Content-Security-Policy forbids `eval`, in workers too.
z.config({ jitless: true });

createPushWorker(self as unknown as WorkerScope);
createOfflineWorker(self as unknown as OfflineScope, BUILD);
