export { createLimits, type Limits } from './service';
