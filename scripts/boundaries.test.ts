import { describe, expect, it } from 'vitest';
import { violations } from './boundaries.mjs';

describe('the boundaries', () => {
  it.each([
    ['a package that takes a framework', 'packages/calls/src/a.ts', "import { useState } from 'react';"],
    ['a type from an app', 'packages/calls/src/a.ts', "export type A = import('@earth/server').A;"],
    ['a path into another workspace', 'packages/calls/src/a.ts', "export * from '../../contracts/src/call';"],
    ['a server that could decrypt', 'apps/server/src/features/calls/a.ts', "import { openText } from '@earth/crypto';"],
    ['the inside of another feature', 'apps/web/src/features/calls/stage/a.ts', "import { b } from '../../people/b';"],
    ['a base that knows a feature', 'apps/web/src/ui/a.ts', "const a = await import('../features/people');"],
    ['a query outside of a store', 'apps/server/src/features/calls/service.ts', "import { eq } from 'drizzle-orm';"],
    [
      'tables outside of a store',
      'apps/server/src/features/calls/policy.ts',
      "import { calls } from '../../db/schema';",
    ],
    [
      'tables outside of a store, by their own file',
      'apps/server/src/features/calls/policy.ts',
      "import { calls } from '../../db/schema/calls';",
    ],
    ['a request outside of data', 'apps/web/src/features/people/a.tsx', "const a = await fetch('/services/contacts');"],
    ['a setting read on the way', 'apps/server/src/http/a.ts', 'const port = process.env.PORT;'],
    ['the time of the machine', 'apps/server/src/features/calls/service.ts', 'const now = new Date();'],
    ['chance of its own', 'packages/calls/src/a.ts', 'const id = crypto.randomUUID();'],
  ])('finds %s', (_, path, text) => {
    expect(violations(path, `\n${text}`)).toEqual([expect.stringContaining(`${path}:2: `)]);
  });

  it.each([
    ['a package that takes one below it', 'packages/calls/src/a.ts', "import { Call } from '@earth/contracts';"],
    [
      'keys on the server',
      'apps/server/src/features/session/a.ts',
      "import { createKeyBundle } from '@earth/crypto/keys';",
    ],
    ['what another feature offers', 'apps/web/src/features/calls/stage/a.ts', "import { b } from '../../people';"],
    ['a query in a store', 'apps/server/src/features/calls/store.ts', "import { eq } from 'drizzle-orm';"],
    ['a date made from a number', 'apps/server/src/features/calls/service.ts', 'const then = new Date(0);'],
    ['a test that opens what was sealed', 'apps/server/tests/a.test.ts', "import { openText } from '@earth/crypto';"],
  ])('lets %s pass', (_, path, text) => {
    expect(violations(path, text)).toEqual([]);
  });
});
