import { expect, test } from 'vitest';
import { missingPackages } from './install.mjs';

const linux = { platform: 'linux', arch: 'x64' };
const locked = {
  '': { version: '0.1.0' },
  'apps/server': { version: '0.1.0' },
  'node_modules/@earth/server': { link: true },
  'node_modules/fastify': { version: '5.12.8' },
  'node_modules/database-linux-x64': { version: '18.4.0', optional: true, os: ['linux'], cpu: ['x64'] },
  'node_modules/database-darwin-arm64': { version: '18.4.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
};
const { 'node_modules/database-darwin-arm64': _, ...installed } = locked;

test('nothing is missing if only packages of other systems are absent', () => {
  expect(missingPackages(locked, installed, linux)).toEqual([]);
});

test('in a fresh clone every package for this system is missing', () => {
  expect(missingPackages(locked, {}, linux)).toEqual([
    'node_modules/@earth/server',
    'node_modules/fastify',
    'node_modules/database-linux-x64',
  ]);
});

test('another version counts as missing', () => {
  const older = { ...installed, 'node_modules/fastify': { version: '5.12.7' } };
  expect(missingPackages(locked, older, linux)).toEqual(['node_modules/fastify']);
});

test('a tree installed on another system lacks the packages for this one', () => {
  expect(missingPackages(locked, installed, { platform: 'darwin', arch: 'arm64' })).toEqual([
    'node_modules/database-darwin-arm64',
  ]);
});
