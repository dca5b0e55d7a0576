// The hot loops of the engine in AssemblyScript, as WebAssembly SIMD. The caller lays out the memory: nothing is allocated here.
// `npm run kernels` compiles it, and `npm test -- kernels` compares the committed binary with a new one.

export { compare, differences, move, splitColors, steepen } from './background';
export { fast9, peaks } from './corners';
export { describe, match, moments } from './descriptors';
export { filter, halve, resize } from './filters';
export { render, warp, zncc } from './patches';
