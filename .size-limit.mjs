import { firstPage, firstScreen } from './scripts/first-screen.mjs';

// As the server sends them to a browser that takes Brotli. The goal is 180 kB with the heads of the answers, and with what comes after.
export default [
  { name: 'JavaScript of the first screen', path: firstScreen(), limit: '150 kB' },
  { name: 'JavaScript of a visitor’s home and lists', path: firstPage('discover'), limit: '171 kB' },
  { name: 'JavaScript of a visitor’s detail', path: firstPage('detail'), limit: '168 kB' },
];
