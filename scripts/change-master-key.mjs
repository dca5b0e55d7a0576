/** `npm run change-master-key`: seals everything that is sealed under MASTER_KEY under a new one. */
import { runServerProgram } from './prepare.mjs';

await runServerProgram('cli/change-master-key');
