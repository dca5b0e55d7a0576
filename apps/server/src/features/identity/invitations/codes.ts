/** Codes of invitations: in groups of four digits in the mail, as digits only and as a hash here. */
import { INVITATION_CODE_DIGITS } from '@earth/contracts';
import type { Context } from '../../../context';
import { codeHash, isSameHash } from '../sessions';

const hashOf = ({ secrets }: Context, invitationId: string, digits: string) =>
  codeHash(secrets.invitationKey, invitationId, digits);

export interface NewCode {
  /** As people read it: «1234 5678 9012». */
  readonly code: string;
  readonly hash: string;
}

export function newCode(context: Context, invitationId: string): NewCode {
  const digits = context.random.digits(INVITATION_CODE_DIGITS);
  return { code: digits.replace(/\d{4}(?=\d)/g, '$& '), hash: hashOf(context, invitationId, digits) };
}

/** Whether `hash` is that of the code, however its digits are grouped. */
export function isCodeOf(context: Context, invitationId: string, code: string, hash: string | null): boolean {
  if (hash === null) return false;
  return isSameHash(hashOf(context, invitationId, code.replace(/\D/g, '')), hash);
}
