import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { giveConfig } from './config';

// A generous timeout for busy machines; on success nothing waits that long.
configure({ asyncUtilTimeout: 10_000 });

giveConfig();

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
