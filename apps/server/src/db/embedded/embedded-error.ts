import { StartError } from '../../config/start-error';

/** The embedded database cannot be used. The message is for the operator. */
export class EmbeddedError extends StartError {
  override readonly name = 'EmbeddedError';
}
