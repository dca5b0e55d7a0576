import * as z from 'zod/mini';
import { createPushWorker, type WorkerScope } from './push-worker';

// The policy of every page forbids code made from text, here as there.
z.config({ jitless: true });

const scope = self as unknown as WorkerScope;
createPushWorker({
  addEventListener: scope.addEventListener.bind(scope),
  clients: scope.clients,
  navigator: scope.navigator,
  registration: scope.registration,
});
