import { join } from 'node:path';
import { isServedLocally } from '../../config/local';
import type { Settings } from '../../config/settings';
import { StartError } from '../../config/start-error';
import type { Payments } from './payments';
import { createTestPayments } from './test-payments';

/**
 * The payment provider of the settings; undefined: nothing can be bought.
 * @throws StartError if test payments are to be offered to others without the word that says so
 */
export function createPayments(settings: Settings): Payments | undefined {
  const { payments, dataDir } = settings;
  if (payments === undefined) return undefined;
  if (payments === 'test' && !isServedLocally(settings))
    throw new StartError(
      'PAYMENTS is test, which gives minutes for no money: expected test-in-public, if that is wanted on a server that others reach.',
    );
  return createTestPayments(join(dataDir, 'test-payments'));
}
