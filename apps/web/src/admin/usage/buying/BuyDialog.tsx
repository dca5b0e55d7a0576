import { type MinutePackage, type MinutesOffer, testNonces } from '@earth/contracts';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useTexts } from '../../../shared/i18n';
import { FilledButton, LineButton, QuietButton } from '../../../ui/controls/Button';
import { ProblemLine } from '../../../ui/controls/Field';
import { Progress } from '../../../ui/feedback/Progress';
import { Dialog, DialogAnswers } from '../../../ui/overlay/Dialog';
import styles from './buying.module.css';
import { formatMoney } from './money';
import { texts } from './texts';
import { type Step, usePurchase } from './use-purchase';

const cards = ['accepted', 'declined', 'slow', 'failing', 'lost'] as const;

interface PackagesProps {
  readonly offer: MinutesOffer;
  readonly chosen: MinutePackage | undefined;
  readonly isAsking: boolean;
  readonly onChoose: (chosen: MinutePackage) => void;
}

function Packages({ offer, chosen, isAsking, onChoose }: PackagesProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const list = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // The control that had the focus is gone, or was disabled while the card was asked for.
    if (document.activeElement === document.body) list.current?.querySelector<HTMLElement>(':checked')?.focus();
  }, [isAsking]);
  return (
    <fieldset ref={list} className={styles.packages}>
      <legend className="visually-hidden">{t('choose')}</legend>
      {offer.packages.map((one) => (
        <label key={one.minutes} className={styles.package}>
          <input type="radio" name="minutes" checked={one.minutes === chosen?.minutes} onChange={() => onChoose(one)} />
          <span className={styles.minutes}>{t('minutes', { count: one.minutes })}</span>
          <span className={styles.price}>{formatMoney({ ...offer, ...one }, language)}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface StepTitleProps {
  readonly className?: string | undefined;
  readonly children: string;
}

/** Takes the focus when its step begins: the control that had it is gone. */
function StepTitle({ className, children }: StepTitleProps) {
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <p ref={title} tabIndex={-1} className={className}>
      {children}
    </p>
  );
}

type PriceOf = (bought: MinutePackage) => string;

/** What is going on; null while minutes are chosen. */
function useWords(step: Step, priceOf: PriceOf): readonly [title: string, line: string] | null {
  const t = useTexts(texts);
  switch (step.name) {
    case 'choosing':
    case 'asking':
    case 'testing':
      return null;
    case 'paying':
      return [t('paying', { price: priceOf(step.payment.bought) }), t('payingLine')];
    case 'unknown':
      return [t('unknownTitle'), t('unknownLine')];
    case 'paid':
      return [t('paid', { count: step.bought.minutes }), t('paidLine', { price: priceOf(step.bought) })];
    case 'declined':
      return [t('declinedTitle'), t('declinedLine')];
    case 'failed':
      return [t('notTakenTitle'), t('notTakenLine')];
  }
}

interface StatusProps {
  readonly step: Step;
  readonly priceOf: PriceOf;
}

/** A live region: it is there at every step, because only a change in it is announced. */
function Status({ step, priceOf }: StatusProps) {
  const t = useTexts(texts);
  const words = useWords(step, priceOf);
  return (
    <div role="status">
      {step.name === 'testing' && <StepTitle className={styles.line}>{t('testLine')}</StepTitle>}
      {words && (
        <>
          <StepTitle key={step.name} className={styles.title}>
            {words[0]}
          </StepTitle>
          <p className={styles.quiet}>{words[1]}</p>
        </>
      )}
    </div>
  );
}

interface TestCardsProps {
  readonly onChoose: (card: (typeof cards)[number]) => void;
}

function TestCards({ onChoose }: TestCardsProps) {
  const t = useTexts(texts);
  return (
    <div className={styles.cards}>
      {cards.map((card) => (
        <LineButton key={card} onClick={() => onChoose(card)}>
          {t(card)}
        </LineButton>
      ))}
    </div>
  );
}

interface AnswersProps {
  readonly purchase: ReturnType<typeof usePurchase>;
  readonly chosen: MinutePackage | undefined;
  readonly priceOf: PriceOf;
  readonly onClose: () => void;
}

function Answers({ purchase, chosen, priceOf, onClose }: AnswersProps) {
  const t = useTexts(texts);
  const { step } = purchase;
  const close = <QuietButton onClick={onClose}>{t('close')}</QuietButton>;
  switch (step.name) {
    case 'choosing':
    case 'asking': {
      const isAsking = step.name === 'asking';
      return (
        <>
          <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
          {chosen && (
            <FilledButton aria-busy={isAsking} disabled={isAsking} onClick={() => void purchase.pay(chosen)}>
              {t('pay', { price: priceOf(chosen) })}
            </FilledButton>
          )}
        </>
      );
    }
    case 'testing':
      return <QuietButton onClick={purchase.choose}>{t('cancel')}</QuietButton>;
    case 'paying':
      return null;
    case 'unknown':
      return (
        <>
          {close}
          <FilledButton onClick={() => void purchase.sendAgain(step.payment)}>{t('checkAgain')}</FilledButton>
        </>
      );
    case 'paid':
      return <FilledButton onClick={onClose}>{t('close')}</FilledButton>;
    case 'declined':
    case 'failed':
      return (
        <>
          {close}
          <FilledButton onClick={() => void purchase.pay(step.bought)}>
            {t(step.name === 'declined' ? 'otherCard' : 'tryAgain')}
          </FilledButton>
        </>
      );
  }
}

interface BuyDialogProps {
  readonly offer: MinutesOffer;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Choosing minutes, paying them, and what came of it. */
export function BuyDialog({ offer, isOpen, onClose }: BuyDialogProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const purchase = usePurchase(offer);
  const { step } = purchase;
  const [minutes, setMinutes] = useState(offer.packages[0]?.minutes);
  // Its price may have changed meanwhile.
  const chosen = offer.packages.find((one) => one.minutes === minutes) ?? offer.packages[0];
  const priceOf = ({ amount }: MinutePackage) => formatMoney({ ...offer, amount }, language);
  // What is being paid goes on, and what may have been paid can still be checked, when the dialog is opened again.
  const isKept = step.name === 'paying' || step.name === 'unknown';
  const close = () => {
    if (!isKept) purchase.choose();
    onClose();
  };
  const isAsking = step.name === 'asking';
  const problem = 'problem' in step ? step.problem : null;
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('buy')} closeOnClickOutside={false}>
      {offer.isTest && <p className={styles.test}>{t('test')}</p>}
      <Status step={step} priceOf={priceOf} />
      {(step.name === 'choosing' || isAsking) && (
        <Packages offer={offer} chosen={chosen} isAsking={isAsking} onChoose={(one) => setMinutes(one.minutes)} />
      )}
      {step.name === 'testing' && (
        <TestCards onChoose={(card) => void purchase.payTest(step.bought, card, testNonces)} />
      )}
      {step.name === 'paying' && (
        <div className={styles.progress}>
          <Progress label={t('paying', { price: priceOf(step.payment.bought) })} value={null} />
        </div>
      )}
      <ProblemLine id="buying-problem" problem={problem === null ? null : { words: problem }} say={t} />
      {step.name !== 'paying' && (
        <DialogAnswers>
          <Answers purchase={purchase} chosen={chosen} priceOf={priceOf} onClose={close} />
        </DialogAnswers>
      )}
    </Dialog>
  );
}
