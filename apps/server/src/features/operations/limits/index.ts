export { createLimits } from './service';
