export * from './ports';
export * from './view';
