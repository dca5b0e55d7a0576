export { RecognitionPage } from './RecognitionPage';
