export { SignOnReturn } from './SignOnReturn';
export { SignOnStep } from './SignOnStep';
