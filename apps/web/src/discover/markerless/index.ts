export { ModelStart } from './ModelStart';
