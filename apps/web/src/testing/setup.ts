import 'fake-indexeddb/auto';
import { BroadcastChannel } from 'node:worker_threads';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { giveConfig } from './config';

// A generous timeout for busy machines; on success nothing waits that long.
configure({ asyncUtilTimeout: 10_000 });

giveConfig();
// jsdom has none.
Object.assign(globalThis, { BroadcastChannel });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
