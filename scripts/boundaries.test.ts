import { describe, expect, it, test } from 'vitest';
import { violations } from './boundaries.mjs';
import { findCircles, findFullFolders } from './import-graph.mjs';

describe('the boundaries', () => {
  it.each([
    ['a package that takes a framework', 'packages/calls/src/a.ts', "import { useState } from 'react';"],
    ['a type from an app', 'packages/calls/src/a.ts', "export type A = import('@earth/server').A;"],
    ['a path into another workspace', 'packages/calls/src/a.ts', "export * from '../../contracts/src/call';"],
    [
      'a server that could decrypt',
      'apps/server/src/features/assist/calls/a.ts',
      "import { openText } from '@earth/crypto';",
    ],
    ['the inside of another feature', 'apps/web/src/assist/calls/stage/a.ts', "import { b } from '../../people/b';"],
    [
      'the inside of a feature without a wing',
      'apps/server/src/features/identity/companies/a.ts',
      "import { b } from '../../assets/service';",
    ],
    ['a component that knows a feature', 'apps/web/src/ui/a.ts', "const a = await import('../assist/people');"],
    ['a feature that knows the roof', 'apps/web/src/assist/people/a.ts', "import type { A } from '../../app/a';"],
    [
      'a base that knows what stands on it',
      'apps/web/src/platform/http/a.ts',
      "import { t } from '../../shared/i18n';",
    ],
    [
      'a base of the server that knows a feature',
      'apps/server/src/http/a.ts',
      "import { b } from '../features/assist/calls';",
    ],
    [
      'a query outside of a store',
      'apps/server/src/features/assist/calls/service.ts',
      "import { eq } from 'drizzle-orm';",
    ],
    [
      'tables outside of a store',
      'apps/server/src/features/assist/calls/policy.ts',
      "import { calls } from '../../../db/schema';",
    ],
    [
      'tables outside of a store, by their own file',
      'apps/server/src/features/assist/calls/policy.ts',
      "import { calls } from '../../../db/schema/calls';",
    ],
    [
      'a request outside of platform',
      'apps/web/src/assist/people/a.tsx',
      "const a = await fetch('/services/contacts');",
    ],
    ['classes of another folder', 'apps/web/src/admin/leads/a.tsx', "import b from '../../ui/rows/b.module.css';"],
    ['a setting read on the way', 'apps/server/src/http/a.ts', 'const port = process.env.PORT;'],
    ['the time of the machine', 'apps/server/src/features/assist/calls/service.ts', 'const now = new Date();'],
    ['chance of its own', 'packages/calls/src/a.ts', 'const id = crypto.randomUUID();'],
  ])('finds %s', (_, path, text) => {
    expect(violations(path, `\n${text}`)).toEqual([expect.stringContaining(`${path}:2: `)]);
  });

  it.each([
    ['a package that takes one below it', 'packages/calls/src/a.ts', "import { Call } from '@earth/contracts';"],
    [
      'keys on the server',
      'apps/server/src/features/identity/sessions/a.ts',
      "import { createKeyBundle } from '@earth/crypto/keys';",
    ],
    [
      'what a feature without a wing offers',
      'apps/server/src/features/identity/companies/a.ts',
      "import { b } from '../../assets';",
    ],
    ['what another feature offers', 'apps/web/src/assist/calls/stage/a.ts', "import { b } from '../../people';"],
    ["another feature's model", 'apps/web/src/account/keys/a.ts', "import { b } from '../../assist/calls/model/b';"],
    ['a roof that takes a page', 'apps/web/src/app/a.ts', "import { b } from '../assist/rooms/pages';"],
    ['classes of its own', 'apps/web/src/admin/leads/a.tsx', "import b from './b.module.css';"],
    ['a query in a store', 'apps/server/src/features/assist/calls/store.ts', "import { eq } from 'drizzle-orm';"],
    ['a date made from a number', 'apps/server/src/features/assist/calls/service.ts', 'const then = new Date(0);'],
    ['a test that opens what was sealed', 'apps/server/tests/a.test.ts', "import { openText } from '@earth/crypto';"],
  ])('allows %s', (_, path, text) => {
    expect(violations(path, text)).toEqual([]);
  });
});

test('finds a circle of imports, through type and dynamic imports too; ignores tests', () => {
  const sources = new Map([
    ['a/one.ts', "import { two } from './two';"],
    ['a/two.ts', "import type { Three } from '../b';"],
    ['b/index.ts', "const one = () => import('../a/one');"],
    ['b/own.ts', "import '../a/one';"],
    ['a/one.test.ts', "import './one.test';"],
  ]);
  expect(findCircles(sources)).toEqual([['a/one.ts', 'a/two.ts', 'b/index.ts', 'a/one.ts']]);
});

test('reports a folder with more than 40 source files; tests and subfolders do not count', () => {
  const files = (count: number) => Array.from({ length: count }, (_, index) => `a/${index}.ts`);
  expect(findFullFolders([...files(40), 'a/0.test.ts', 'a/b/0.ts'])).toEqual([]);
  expect(findFullFolders(files(41))).toEqual([{ folder: 'a', count: 41 }]);
});
