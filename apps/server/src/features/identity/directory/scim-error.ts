/** Errors of SCIM (RFC 7644, 3.12). */
import type { ApiError } from '../../../http/api-error';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** `detail` is in English: the log of a directory shows it to its administrators. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

/** A value or a request that is not accepted. */
export const refused = (scimType: ScimType, detail: string) => new ScimError(400, detail, scimType);

/** The body of a refusal. */
export const errorBody = (status: number, detail: string, scimType?: ScimType) => ({
  schemas: [ERROR_SCHEMA],
  status: String(status),
  ...(scimType && { scimType }),
  detail,
});

const DETAILS: Partial<Record<ApiError['error'], string>> = {
  notSignedIn: 'An API token for people is needed: «Authorization: Bearer …».',
  apiTokenInvalid: 'The token is wrong, has ended or has expired, or who made it is no administrator any more.',
  notAllowed: 'The token is not for people.',
  tooManyCalls: 'Too many requests.',
  tooManyTries: 'Too many wrong tokens from this address.',
  tooMuchToday: 'Too much was sent today.',
  tooLarge: 'The request is too large.',
  unsupportedType: 'The body must be application/scim+json.',
  notFound: 'There is no such resource.',
  starting: 'The server is stopping.',
  internal: 'The server has failed.',
};

/** The same refusals that the rest of the API gives. */
export const fromApiError = ({ code, error }: ApiError) =>
  errorBody(code, DETAILS[error] ?? 'The request is invalid.', code === 400 ? 'invalidSyntax' : undefined);
