/** What keeps the server from starting. Its message is the one line that helps whoever starts it. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
