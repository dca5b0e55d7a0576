import { expect, test } from 'vitest';
import { absolutePaths } from './absolute-paths.mjs';

const evaluate = { from: '/here', paths: ['catalogue', 'page'], words: ['model', 'seed'], position: 0 };

test.each([
  [
    ['photos', '--catalogue', 'tiles'],
    ['--catalogue=/here/tiles', '--', '/here/photos'],
  ],
  [
    ['--catalogue=tiles', '--page=../page.html', 'photos'],
    ['--catalogue=/here/tiles', '--page=/page.html', '--', '/here/photos'],
  ],
  [
    ['--model', 'SLABS', '--seed=3', '/photos'],
    ['--model=SLABS', '--seed=3', '--', '/photos'],
  ],
  [
    ['photos', '--unknown', '--model'],
    ['--unknown', '--model', '--', '/here/photos'],
  ],
])('the paths of %j are absolute, and other values stay', (args, expected) => {
  expect(absolutePaths(args, evaluate)).toEqual(expected);
});

test('options may stand before the code and the folder', () => {
  const photographs = { from: '/here', words: ['company'], position: 1 };
  const expected = ['--move', '--company=acme', '--', 'SLABS', '/here/photos'];
  expect(absolutePaths(['--move', '--company', 'acme', 'SLABS', 'photos'], photographs)).toEqual(expected);
  expect(absolutePaths(['SLABS', 'photos', '--move', '--company=acme'], photographs)).toEqual(expected);
});
