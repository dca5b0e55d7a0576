import { addedBy, firstPage, firstScreen } from './scripts/first-screen.mjs';

// As the server sends them to a browser that takes Brotli. The goal is 180 kB with the heads of the answers, and with what comes after.
export default [
  { name: 'JavaScript of the first screen', path: firstScreen(), limit: '150 kB' },
  { name: 'JavaScript of a visitor’s home and lists', path: firstPage('discover'), limit: '175 kB' },
  { name: 'JavaScript of a visitor’s detail', path: firstPage('detail'), limit: '174 kB' },
  {
    name: 'JavaScript that augmented reality adds, without the worker of the engine',
    path: addedBy('discover', 'src/discover/ar/experience/ArExperience.tsx'),
    limit: '52 kB',
  },
  {
    name: 'JavaScript that the recognition camera adds, without the worker of the engine',
    path: addedBy('discover', 'src/discover/recognition/camera/index.ts'),
    limit: '32 kB',
  },
  {
    name: 'JavaScript that 3D models add, with three.js',
    path: addedBy('discover', 'src/discover/ar/models/ModelLayer.tsx'),
    limit: '145 kB',
  },
];
