export { UsagePage } from './UsagePage';
