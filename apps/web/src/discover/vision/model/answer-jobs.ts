/** The worker side of `thread.ts`. */
import type { ThreadAnswer } from './thread';

interface Message {
  readonly id: number;
  readonly job: never;
}
/** The part of the worker's global scope that is used: the app's types only include the DOM. */
interface Scope {
  addEventListener(type: 'message', listener: (event: MessageEvent<Message>) => void): void;
  postMessage(answer: ThreadAnswer, transfer: Transferable[]): void;
}

/** @param run takes the jobs of the thread */
export function answerJobs(run: (job: never) => Promise<unknown>): void {
  const scope = self as unknown as Scope;
  scope.addEventListener('message', ({ data: { id, job } }) => {
    run(job).then(
      (result) => scope.postMessage({ id, result }, []),
      (error: unknown) => {
        const { name, message } = error instanceof Error ? error : new Error('');
        scope.postMessage({ id, error: { name, message } }, []);
      },
    );
  });
}
