export { Console } from './Console';
