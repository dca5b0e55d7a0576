import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * One piece of work for many who ask at once: in one turn of the event loop, or while such work is under way. All of them
 * are answered by what is begun after they asked.
 * @param answerAll gives the answers in the order of the asks; where it fails for many it is asked for each alone, so that
 *   nobody fails through another
 * @param most how many are answered at once
 */
export function together<Ask, Answer>(
  answerAll: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  most = 100,
): (ask: Ask) => Promise<Answer> {
  const waiting: Waiting<Ask, Answer>[] = [];
  let isUnderWay = false;

  async function answer(some: readonly Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const answers = await answerAll(some.map(({ ask }) => ask));
      for (const [index, { resolve }] of some.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      if (some.length === 1) some[0]?.reject(error);
      else for (const one of some) await answer([one]);
    }
  }

  async function goOn(): Promise<void> {
    isUnderWay = true;
    while (waiting.length > 0) {
      await endOfTurn();
      await answer(waiting.splice(0, most));
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
