import { StartError } from '../../config/start-error';

/** The embedded database cannot be used. The message is for the person who starts the server. */
export class EmbeddedError extends StartError {
  override readonly name = 'EmbeddedError';
}
