import { IconKeyboard, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { checkServer, readServerAddress, type ServerProblem } from '../../../platform/check-server';
import { bundledBrand, storeServer } from '../../../platform/server-address';
import { useClosedByBack } from '../../../shared/back-order';
import { useTexts } from '../../../shared/i18n';
import { CodeScanner } from '../../../ui/camera/CodeScanner';
import { Field } from '../../../ui/controls/Field';
import { Brand } from '../Brand';
import { Frame } from '../Frame';
import { SendButton, StepForm } from '../StepForm';
import { Gap, Intro, OtherButton } from '../StepParts';
import { texts } from './texts';

interface ConnectServerProps {
  /** The server is stored. */
  readonly onConnected: () => void;
}

interface Problem {
  readonly text: ServerProblem;
  /** The server that was tried. */
  readonly values: { readonly host: string };
}

/** The state of the form: an address, which is checked before it is stored. */
function useServerChoice(onConnected: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function connect(text: string): Promise<void> {
    if (isBusy) return;
    const read = readServerAddress(text);
    const host = 'origin' in read ? new URL(read.origin).host : '';
    const tell = (found: ServerProblem) => setProblem({ text: found, values: { host } });
    setProblem(null);
    if ('problem' in read) {
      tell(read.problem);
      return;
    }
    setBusy(true);
    const found = await checkServer(read.origin).catch((): ServerProblem => 'unreachable');
    setBusy(false);
    if (found !== null) {
      tell(found);
      return;
    }
    storeServer(read.origin);
    onConnected();
  }
  return { isBusy, problem, connect, forget: () => setProblem(null) };
}

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** The first start of a mobile app whose build names no server: its address is typed, or scanned from the terminal. */
export function ConnectServer({ onConnected }: ConnectServerProps) {
  const t = useTexts(texts);
  const [address, setAddress] = useState('');
  const [scan, setScan] = useState<'off' | 'on' | 'otherCode'>('off');
  const { isBusy, problem, connect, forget } = useServerChoice(onConnected);
  const brand = bundledBrand();
  useClosedByBack('card', scan !== 'off', () => setScan('off'));

  function take(text: string) {
    if ('problem' in readServerAddress(text)) {
      setScan('otherCode');
      return;
    }
    setScan('off');
    setAddress(text);
    void connect(text);
  }
  return (
    <Frame isCoverAside={scan !== 'off'} cover={brand.coverUrl}>
      <StepForm onSubmit={() => void connect(address)}>
        <Brand brand={brand} />
        <h1>{t('title')}</h1>
        <Intro>{t('intro')}</Intro>
        {scan === 'off' ? (
          <Field
            isLarge
            label={t('address')}
            say={t}
            type="url"
            inputMode="url"
            autoCapitalize="none"
            autoComplete="url"
            spellCheck={false}
            maxLength={300}
            value={address}
            problem={problem}
            onChange={(text) => {
              forget();
              setAddress(text);
            }}
            readOnly={isBusy}
          />
        ) : (
          <CodeScanner
            onRead={take}
            line={t(scan === 'otherCode' ? 'notAddressInCode' : 'looking')}
            onLeave={() => setScan('off')}
          />
        )}
        <Gap />
        {scan === 'off' && (
          <SendButton isBusy={isBusy} busyLabel={t('checking')}>
            {t('connect')}
          </SendButton>
        )}
        <OtherButton
          icon={scan === 'off' ? <IconQrcode {...icon} /> : <IconKeyboard {...icon} />}
          onClick={() => {
            forget();
            setScan(scan === 'off' ? 'on' : 'off');
          }}
        >
          {t(scan === 'off' ? 'scan' : 'type')}
        </OtherButton>
      </StepForm>
    </Frame>
  );
}
