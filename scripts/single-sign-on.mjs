/** `npm run single-sign-on`: what the administrator of the server does for a company's sign-in. */
import { runServerProgram } from './prepare.mjs';

await runServerProgram('cli/single-sign-on');
