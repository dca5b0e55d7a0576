import { RatingForm } from '../../../assist/calls';
import { useTexts } from '../../../shared/i18n';
import { StepBody } from '../StepParts';
import { StepHead } from '../StepHead';
import { BackToApp } from './BackToApp';
import type { Over } from './guest-flow';
import { texts } from './texts';

const words = {
  guestLinkOver: ['overTitle', 'overLine'],
  guestLinkRevoked: ['revokedTitle', 'revokedLine'],
  guestLinkExpired: ['expiredTitle', 'expiredLine'],
  guestLinkUsed: ['usedTitle', 'usedLine'],
  invalidCode: ['wrongTitle', 'wrongLine'],
} as const satisfies Record<Over, readonly string[]>;

interface OverStepProps {
  readonly why: Over;
  /** This page was in the call: otherwise its person wants one, and has a link that is of no use any more. */
  readonly wasInCall: boolean;
  /** Rates the call; null: this page may not. */
  readonly onRate: ((stars: number) => Promise<unknown>) | null;
}

/** The end of the call, or why the link is invalid. */
export function OverStep({ why, wasInCall, onRate }: OverStepProps) {
  const t = useTexts(texts);
  const [title, line] = why === 'guestLinkOver' && !wasInCall ? (['overTitle', 'goneLine'] as const) : words[why];
  return (
    <StepBody>
      <StepHead title={t(title)} line={t(line)} />
      {why === 'guestLinkOver' && onRate && <RatingForm onSend={onRate} />}
      <BackToApp />
    </StepBody>
  );
}
