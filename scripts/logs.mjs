/** `npm run logs`: prints the crash logs of the app. */
import { runServerProgram } from './prepare.mjs';

await runServerProgram('cli/print-crash-logs');
