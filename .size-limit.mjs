import { firstScreen } from './scripts/first-screen.mjs';

export default [{ name: 'JavaScript of the first screen', path: firstScreen(), gzip: true, limit: '180 kB' }];
