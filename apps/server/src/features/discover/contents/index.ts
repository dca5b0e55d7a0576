export { bytesOf, checkFile } from './files';
export { largestOf } from './pictures';
export { registerContents } from './routes';
export { getMenu } from './menu';
export { createLists, findPublicContent, listContents } from './service';
export { importContents } from './import';
export { evaluateRecognition } from './recognition/evaluation';
export { writePhotographs } from './recognition/write-photographs';
