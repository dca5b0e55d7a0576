/** The embedded database cannot be used. The message is for the person who starts the server. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
}
