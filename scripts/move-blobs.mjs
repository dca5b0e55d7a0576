/** `npm run move-blobs -- s3|disk`: copies all files into S3, or back into DATA_DIR. */
import { runServerProgram } from './prepare.mjs';

await runServerProgram('cli/move-blobs');
