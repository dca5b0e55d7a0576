import { type MinutePackage, type MinutesOffer, testNonces } from '@earth/contracts';
import { type ReactNode, useState } from 'react';
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
  readonly onChoose: (chosen: MinutePackage) => void;
}

function Packages({ offer, chosen, onChoose }: PackagesProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  return (
    <fieldset className={styles.packages}>
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

interface EndProps {
  readonly title: string;
  readonly line: string;
  readonly children: ReactNode;
}

const End = ({ title, line, children }: EndProps) => (
  <>
    <div role="status">
      <p className={styles.title}>{title}</p>
      <p className={styles.quiet}>{line}</p>
    </div>
    <DialogAnswers>{children}</DialogAnswers>
  </>
);

interface OutcomeProps {
  readonly step: Exclude<Step, { readonly name: 'choosing' | 'testing' | 'asking' }>;
  readonly purchase: ReturnType<typeof usePurchase>;
  readonly priceOf: (bought: MinutePackage) => string;
  readonly onClose: () => void;
}

/** While it is paid, and what came of it. */
function Outcome({ step, purchase, priceOf, onClose }: OutcomeProps) {
  const t = useTexts(texts);
  const close = <QuietButton onClick={onClose}>{t('close')}</QuietButton>;
  switch (step.name) {
    case 'paying':
      return (
        <div role="status" className={styles.paying}>
          <p className={styles.title}>{t('paying', { price: priceOf(step.payment.bought) })}</p>
          <p className={styles.quiet}>{t('payingLine')}</p>
          <Progress label={t('paying', { price: priceOf(step.payment.bought) })} value={null} />
        </div>
      );
    case 'unknown':
      return (
        <End title={t('unknownTitle')} line={t('unknownLine')}>
          {close}
          <FilledButton onClick={() => void purchase.sendAgain(step.payment)}>{t('checkAgain')}</FilledButton>
        </End>
      );
    case 'paid':
      return (
        <End title={t('paid', { count: step.bought.minutes })} line={t('paidLine', { price: priceOf(step.bought) })}>
          <FilledButton onClick={onClose}>{t('close')}</FilledButton>
        </End>
      );
    case 'declined':
      return (
        <End title={t('declinedTitle')} line={t('declinedLine')}>
          {close}
          <FilledButton onClick={() => void purchase.pay(step.bought)}>{t('otherCard')}</FilledButton>
        </End>
      );
    case 'failed':
      return (
        <End title={t('notTakenTitle')} line={t('notTakenLine')}>
          {close}
          <FilledButton onClick={() => void purchase.pay(step.bought)}>{t('tryAgain')}</FilledButton>
        </End>
      );
  }
}

interface ContentProps {
  readonly offer: MinutesOffer;
  readonly purchase: ReturnType<typeof usePurchase>;
  readonly onClose: () => void;
}

function Content({ offer, purchase, onClose }: ContentProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { step } = purchase;
  const [minutes, setMinutes] = useState(offer.packages[0]?.minutes);
  // Its price may have changed meanwhile.
  const chosen = offer.packages.find((one) => one.minutes === minutes) ?? offer.packages[0];
  const priceOf = ({ amount }: MinutePackage) => formatMoney({ ...offer, amount }, language);
  if (step.name === 'testing')
    return (
      <>
        <p>{t('testLine')}</p>
        <div className={styles.cards}>
          {cards.map((card) => (
            <LineButton key={card} onClick={() => void purchase.payTest(step.bought, card, testNonces)}>
              {t(card)}
            </LineButton>
          ))}
        </div>
        <DialogAnswers>
          <QuietButton onClick={purchase.choose}>{t('cancel')}</QuietButton>
        </DialogAnswers>
      </>
    );
  if (step.name !== 'choosing' && step.name !== 'asking')
    return <Outcome step={step} purchase={purchase} priceOf={priceOf} onClose={onClose} />;
  const problem = step.name === 'choosing' ? step.problem : null;
  return (
    <>
      <Packages offer={offer} chosen={chosen} onChoose={(one) => setMinutes(one.minutes)} />
      <ProblemLine id="buying-problem" problem={problem === null ? null : { words: problem }} say={t} />
      <DialogAnswers>
        <QuietButton onClick={onClose}>{t('cancel')}</QuietButton>
        {chosen && (
          <FilledButton aria-busy={step.name === 'asking'} onClick={() => void purchase.pay(chosen)}>
            {t('pay', { price: priceOf(chosen) })}
          </FilledButton>
        )}
      </DialogAnswers>
    </>
  );
}

interface BuyDialogProps {
  readonly offer: MinutesOffer;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Choosing minutes, paying them, and what came of it. */
export function BuyDialog({ offer, isOpen, onClose }: BuyDialogProps) {
  const t = useTexts(texts);
  const purchase = usePurchase(offer);
  // What is being paid goes on, and shows what came of it when the dialog is opened again.
  const isPaying = purchase.step.name === 'paying';
  const close = () => {
    if (!isPaying) purchase.choose();
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('buy')} closeOnClickOutside={false}>
      {offer.isTest && <p className={styles.test}>{t('test')}</p>}
      <Content offer={offer} purchase={purchase} onClose={close} />
    </Dialog>
  );
}
