import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';

/** How many are answered at once, and how much they may weigh. */
const MOST = 1000;
const MOST_WEIGHT = 1_000_000;
const REST_MS_MAX = 20;

interface BatcherOptions<Ask> {
  /** What an ask weighs, of a million that are answered at once; without it nothing. */
  readonly weigh?: (ask: Ask) => number;
  /** Whether an error may be about one of many, and not about all of them. They are then asked for in halves. */
  readonly isOnes: (error: unknown) => boolean;
  /** Lets so many ms go by. */
  readonly rest?: (ms: number) => Promise<unknown>;
}

/**
 * One piece of work for many who ask at once: in one turn of the event loop, or while such work is under way. All of them
 * are answered by what is begun after they asked, and what is under way grows with those who wait. Where there are any, as much
 * time as it took goes by before the next: small pieces in a row would cost more than they give. Nobody waits for a rest alone.
 * @param answerAll gives the answers in the order of the asks
 */
export function createBatcher<Ask, Answer>(
  answerAll: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  { weigh = () => 0, isOnes, rest = pause }: BatcherOptions<Ask>,
): (ask: Ask) => Promise<Answer> {
  const waiting: Waiting<Ask, Answer>[] = [];
  let isUnderWay = false;

  /** As many of those who wait, from the first, as are not too heavy together. */
  function next(): readonly Waiting<Ask, Answer>[] {
    let weight = 0;
    const end = waiting.findIndex(({ ask }, index) => {
      weight += weigh(ask);
      return index === MOST || (index > 0 && weight > MOST_WEIGHT);
    });
    return waiting.splice(0, end < 0 ? waiting.length : end);
  }

  async function answer(some: readonly Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const answers = await answerAll(some.map(({ ask }) => ask));
      for (const [index, { resolve }] of some.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      if (some.length === 1 || !isOnes(error)) for (const { reject } of some) reject(error);
      else {
        const half = Math.ceil(some.length / 2);
        await answer(some.slice(0, half));
        await answer(some.slice(half));
      }
    }
  }

  async function goOn(): Promise<void> {
    isUnderWay = true;
    while (waiting.length > 0) {
      await endOfTurn();
      const began = performance.now();
      await answer(next());
      if (waiting.length > 0) await rest(Math.min(performance.now() - began, REST_MS_MAX));
    }
    isUnderWay = false;
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      if (!isUnderWay) void goOn();
    });
}

interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}
