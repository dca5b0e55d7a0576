import * as z from 'zod/mini';
import { type Build, createOfflineWorker, type OfflineScope } from './offline-worker';
import { createPushWorker, type WorkerScope } from './push-worker';

/** Written in by the build: `scripts/build.mjs`. */
declare const BUILD: Build;

// The policy of every page forbids code made from text, here as there.
z.config({ jitless: true });

createPushWorker(self as unknown as WorkerScope);
createOfflineWorker(self as unknown as OfflineScope, BUILD);
