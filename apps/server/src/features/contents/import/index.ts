export { importContents } from './service';
