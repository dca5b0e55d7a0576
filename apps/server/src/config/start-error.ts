/** An error that keeps the server from starting. Its message is the one line that helps the operator. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
