/**
 * The payment provider for tests: takes no money, and decides by known nonces. Its memory are files, because it stands for a service that
 * goes on when this server is killed.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { testNonces } from '@earth/contracts';
import { writeOnce } from '../../config/write-once';
import { type ChargeOutcome, type Payments, PaymentUnknownError } from './payments';

const SLOW_MS = 8_000;
const KEY = /^[\w-]{8,64}$/;

/** @param wait for the answer to the slow nonce */
export function createTestPayments(folder: string, wait: (ms: number) => Promise<unknown> = delay): Payments {
  function pathOf(key: string): string {
    if (!KEY.test(key)) throw new PaymentUnknownError('The key is none');
    return join(folder, `${key}.json`);
  }

  async function find(key: string): Promise<ChargeOutcome | null> {
    try {
      return JSON.parse(await readFile(pathOf(key), 'utf8')) as ChargeOutcome;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  return {
    isTest: true,
    methods: [],
    find,
    async charge({ key, nonce }) {
      const before = await find(key);
      if (before) return before;
      if (nonce === testNonces.failing) throw new PaymentUnknownError('The provider for tests does not answer');
      if (nonce === testNonces.slow) await wait(SLOW_MS);
      const isAccepted = [testNonces.accepted, testNonces.slow, testNonces.lost].some((one) => one === nonce);
      const outcome: ChargeOutcome = isAccepted ? { state: 'paid', reference: `test-${key}` } : { state: 'declined' };
      await mkdir(folder, { recursive: true });
      await writeOnce(pathOf(key), JSON.stringify(outcome));
      if (nonce === testNonces.lost) throw new PaymentUnknownError('The answer of the provider for tests was lost');
      // Of two requests with one key, the first counts.
      return (await find(key)) ?? outcome;
    },
  };
}
