export { SignOnPart } from './SignOnPart';
